//! Points and boxes on the earth, in degrees (WGS 84).

/// A point in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Degrees north, -90 to 90.
    pub latitude: f64,
    /// Degrees east, -180 to 180.
    pub longitude: f64,
}

/// A box in degrees that does not cross the date line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The western edge.
    pub west: f64,
    /// The southern edge.
    pub south: f64,
    /// The eastern edge.
    pub east: f64,
    /// The northern edge.
    pub north: f64,
}

fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let parts: Vec<f64> = text.split(',').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
    let parts: [f64; N] = parts.try_into().ok()?;
    parts.iter().all(|part| part.is_finite()).then_some(parts)
}

impl Point {
    /// Reads "latitude,longitude"; nothing when it is not a point on earth.
    pub fn read(text: &str) -> Option<Self> {
        let [latitude, longitude] = numbers(text)?;
        (latitude.abs() <= 90.0 && longitude.abs() <= 180.0).then_some(Self { latitude, longitude })
    }
}

impl Point {
    /// The box around it that reaches so many degrees of latitude, and as far to the east and west. On a flat earth, as far as a
    /// region is one.
    pub fn around(self, reach: f64) -> Bounds {
        let Self { latitude, longitude } = self;
        let across = reach / latitude.to_radians().cos().max(0.01);
        Bounds { west: longitude - across, south: latitude - reach, east: longitude + across, north: latitude + reach }
    }

    /// The square of the way to another point, in degrees of latitude, on the same flat earth.
    pub fn square_to(self, other: Self) -> f64 {
        let (up, across) = (other.latitude - self.latitude, other.longitude - self.longitude);
        up * up + across * across * self.latitude.to_radians().cos().powi(2)
    }
}

impl Bounds {
    /// Reads "west,south,east,north"; nothing when an edge is off the earth or on the wrong side.
    pub fn read(text: &str) -> Option<Self> {
        let [west, south, east, north] = numbers(text)?;
        let fits = west.abs() <= 180.0 && east.abs() <= 180.0 && south.abs() <= 90.0 && north.abs() <= 90.0;
        (fits && west <= east && south <= north).then_some(Self { west, south, east, north })
    }

    /// Whether a point lies in it or on its edge.
    pub fn holds(self, point: Point) -> bool {
        (self.south..=self.north).contains(&point.latitude) && (self.west..=self.east).contains(&point.longitude)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_boxes_must_lie_on_earth() {
        assert!(Point::read("17.58, 106.28").is_some());
        for wrong in ["91,0", "0,181", "NaN,0", "1", "1,2,3", "a,b", ""] {
            assert_eq!(Point::read(wrong), None, "{wrong}");
        }
        assert!(Bounds::read("106,17,107,18").is_some());
        assert_eq!(Bounds::read("107,17,106,18"), None);
    }
}
