//! Sets of months: those in which a place is good to visit, and those in which it is closed.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A set of months, as bits: bit 0 is January. In JSON, a list of numbers from 1 to 12 in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::Type)]
#[sqlx(transparent)]
pub struct Months(i64);

impl Months {
    /// The set of these months, 1 to 12. Other numbers are left out.
    pub fn new(months: impl IntoIterator<Item = i64>) -> Self {
        let bits = months.into_iter().filter(|month| (1..=12).contains(month)).map(|month| 1 << (month - 1));
        Self(bits.fold(0, |all, bit| all | bit))
    }

    /// The bits of the set.
    pub fn bits(self) -> i64 {
        self.0
    }

    /// Whether a month is in both sets.
    pub fn overlaps(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn iter(self) -> impl Iterator<Item = i64> {
        (1..=12).filter(move |month| self.overlaps(Self::new([*month])))
    }
}

impl Serialize for Months {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Months {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::new(Vec::<i64>::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // R494
    #[test]
    fn months_in_json_are_sorted_and_listed_once() {
        let months: Months = serde_json::from_str("[12, 2, 2, 1]").expect("months");
        assert_eq!(serde_json::to_string(&months).expect("JSON"), "[1,2,12]");
        assert_eq!(Months::new([0, 13, -1]), Months::default());
        assert!(months.overlaps(Months::new([3, 12])) && !months.overlaps(Months::new([3])));
    }
}
