//! How numbers are written in plots and reports: as many digits as tell something, and all numbers that are
//! read side by side alike.

use outflank_arena::statistics::Interval;

/// The way to write a group of numbers that are read together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    form: Form,
    decimals: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// In multiples of a unit, with its sign behind: 250k.
    Unit(f64, &'static str),
    /// 2.5e−7, where neither noughts nor signs would be readable.
    Scientific,
}

impl Numbers {
    /// For numbers up to `largest` in size, of which a `difference` has to be visible.
    pub fn telling_apart(largest: f64, difference: f64) -> Self {
        let largest = largest.abs();
        let form = match largest {
            _ if largest == 0.0 => Form::Unit(1.0, ""),
            _ if !(1e-3..1e15).contains(&largest) => Form::Scientific,
            _ if largest >= 1e12 => Form::Unit(1e12, "T"),
            _ if largest >= 1e9 => Form::Unit(1e9, "G"),
            _ if largest >= 1e6 => Form::Unit(1e6, "M"),
            _ if largest >= 1e4 => Form::Unit(1e3, "k"),
            _ => Form::Unit(1.0, ""),
        };
        let unit = match form {
            Form::Unit(unit, _) => unit,
            Form::Scientific => 10f64.powf(largest.log10().floor()),
        };
        // A millionth is forgiven: a difference of 0.1 that was computed is rarely exactly that.
        let digits = -(difference.abs() / unit * (1.0 + 1e-6)).log10().floor();
        let decimals = if digits.is_finite() { digits.clamp(0.0, 6.0) as usize } else { 0 };
        Self { form, decimals }
    }

    /// For numbers of this size, the largest with three digits.
    pub fn up_to(largest: f64) -> Self {
        Self::telling_apart(largest, 10f64.powf(largest.abs().log10().floor() - 2.0))
    }

    /// For a value and the ends of its interval: two digits of the uncertain part.
    pub fn estimate(value: f64, interval: Interval) -> Self {
        let Interval { low, high } = interval;
        let sizes = [value, low, high].map(f64::abs).into_iter().filter(|size| size.is_finite());
        let largest = sizes.fold(0.0, f64::max);
        if interval.width().is_finite() && low < high {
            Self::telling_apart(largest, interval.width() / 10.0)
        } else {
            Self::up_to(largest)
        }
    }

    /// The same with as many decimals as it takes to see that a number is not another.
    pub fn telling(self, number: f64, other: f64) -> Self {
        let longer = |numbers: &Self| Self { decimals: numbers.decimals + 1, ..*numbers };
        let all =
            std::iter::successors(Some(self), |numbers| (numbers.decimals < 9).then(|| longer(numbers)));
        let tells = |numbers: &Self| number == other || numbers.write(number) != numbers.write(other);
        all.into_iter().find(tells).unwrap_or(self)
    }

    /// The number in this way of writing, with a true minus sign.
    pub fn write(self, value: f64) -> String {
        if value.is_infinite() {
            return if value > 0.0 { "∞" } else { "−∞" }.to_owned();
        }
        let text = match self.form {
            _ if value == 0.0 => "0".to_owned(),
            Form::Unit(unit, sign) => format!("{:.*}{sign}", self.decimals, value / unit),
            Form::Scientific => format!("{value:.*e}", self.decimals),
        };
        let nothing_left = !text.contains(|letter: char| ('1'..='9').contains(&letter));
        if nothing_left { text.replace('-', "") } else { text.replace('-', "−") }
    }
}

/// A number that stands alone, with three digits or, where it is whole and short, all of them.
pub fn readable(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e5 {
        Numbers::telling_apart(1.0, 1.0).write(value)
    } else {
        let text = Numbers::up_to(value).write(value);
        let (digits, sign) = text.split_at(text.trim_end_matches(|c: char| c.is_alphabetic()).len());
        match digits.contains('.') && !digits.contains('e') {
            true => format!("{}{sign}", digits.trim_end_matches('0').trim_end_matches('.')),
            false => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_sizes_stay_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (0.5, "0.5"),
            (-0.1234567, "−0.123"),
            (12.345, "12.3"),
            (64.0, "64"),
            (1994.0, "1994"),
            (1_500_000.0, "1.5M"),
            (123_456.0, "123k"),
            (-2.5e-7, "−2.50e−7"),
            (3e21, "3.00e21"),
            (f64::INFINITY, "∞"),
            (f64::NEG_INFINITY, "−∞"),
        ] {
            assert_eq!(readable(value), text);
        }
    }

    #[test]
    fn numbers_of_a_group_are_written_alike() {
        let ticks = Numbers::telling_apart(0.3, 0.05);
        assert_eq!([0.05, 0.1, 0.15000000000000002].map(|tick| ticks.write(tick)), ["0.05", "0.10", "0.15"]);
        let games = Numbers::telling_apart(200_000.0, 50_000.0);
        assert_eq!([0.0, 50_000.0, 200_000.0].map(|tick| games.write(tick)), ["0", "50k", "200k"]);
    }

    #[test]
    fn an_interval_shows_two_digits_of_its_width() {
        let numbers = Numbers::estimate(0.5312, Interval { low: 0.492_13, high: 0.570_31 });
        assert_eq!([0.492_13, 0.5312, 0.570_31].map(|end| numbers.write(end)), ["0.492", "0.531", "0.570"]);
        let open = Interval { low: 0.0, high: f64::INFINITY };
        assert_eq!(Numbers::estimate(231.4, open).write(231.4), "231");
        assert_eq!(Numbers::estimate(1e300, open).write(1e300), "1.00e300");
    }

    #[test]
    fn what_rounds_to_nothing_has_no_sign() {
        assert_eq!(Numbers::telling_apart(10.0, 0.1).write(-0.01), "0.0");
    }
}
