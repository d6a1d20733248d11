//! Room for a table: zeroed memory that the system is asked to hold in large pages, because nearly every look
//! into a table is a look into another page.

use std::sync::atomic::AtomicU64;

/// One cache line.
pub(super) type Line = [AtomicU64; 8];

/// Words of a large page, and of a cache line.
const PAGE: usize = (2 << 20) / 8;
const LINE: usize = 8;

/// Lines of zeros, the first at the beginning of a page.
pub(super) struct Memory {
    words: Box<[AtomicU64]>,
    first: usize,
    lines: usize,
}

impl Memory {
    /// So many lines, or nothing if the system does not have them.
    pub fn new(lines: usize) -> Option<Self> {
        // Small tables need no large page, but their lines must not straddle two of the processor's.
        let alignment = if lines * LINE >= PAGE { PAGE } else { LINE };
        let count = lines.checked_mul(LINE)?.checked_add(alignment)?;
        let mut zeros: Vec<u64> = Vec::new();
        zeros.try_reserve_exact(count).ok()?;
        drop(zeros);
        // Asked for as zeros, memory is not touched before it is used.
        let zeros = vec![0u64; count].into_boxed_slice();
        // SAFETY: `AtomicU64` has the size, alignment and bits of `u64`, and the box is the only owner.
        let words = unsafe { Box::from_raw(Box::into_raw(zeros) as *mut [AtomicU64]) };
        let address = words.as_ptr() as usize / 8;
        let first = address.next_multiple_of(alignment) - address;
        let memory = Self { words, first, lines };
        memory.ask_for_large_pages();
        Some(memory)
    }

    /// The lines.
    #[inline(always)]
    pub fn lines(&self) -> &[Line] {
        let (lines, _) = self.words[self.first..].as_chunks();
        &lines[..self.lines]
    }

    #[cfg(target_os = "linux")]
    fn ask_for_large_pages(&self) {
        let whole_pages = self.lines * LINE / PAGE * PAGE;
        if whole_pages > 0 {
            let start = self.words[self.first..].as_ptr().cast_mut().cast();
            // SAFETY: the range lies within `words`, and the advice changes nothing about what is in it.
            // Where the system has no large pages, small ones do.
            let _ = unsafe { rustix::mm::madvise(start, whole_pages * 8, rustix::mm::Advice::LinuxHugepage) };
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn ask_for_large_pages(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn lines_are_zero_aligned_and_as_many_as_asked_for() {
        for lines in [1, 7, 1 << 15, (1 << 16) + 3] {
            let memory = Memory::new(lines).expect("a few MiB");
            assert_eq!(memory.lines().len(), lines);
            assert_eq!(memory.lines().as_ptr() as usize % 64, 0);
            assert!(memory.lines().iter().flatten().all(|word| word.load(Relaxed) == 0));
        }
        assert!(Memory::new(usize::MAX / 16).is_none());
    }
}
