//! Kept outputs. `OUTFLANK_GOLDEN=write cargo test -p outflank-lab --test documents` writes them anew; look at
//! the difference before it is committed.

use std::fs;
use std::path::Path;

pub fn assert_golden(name: &str, content: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("OUTFLANK_GOLDEN").is_some_and(|wish| wish == "write") {
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(&path, content).expect("the file can be written");
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    // Where a checkout turned the ends of lines, the content is the same.
    let kept = kept.replace("\r\n", "\n");
    if let Some((number, (kept, now))) =
        kept.lines().zip(content.lines()).enumerate().find(|(_, (kept, now))| kept != now)
    {
        panic!("{name}, line {}: kept\n  {kept}\nbut now\n  {now}", number + 1);
    }
    assert_eq!(kept.len(), content.len(), "{name} is longer or shorter than the kept one");
}
