//! Points and boxes on the earth, in degrees (WGS 84).

use std::ops::RangeInclusive;

/// A point in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Degrees north, -90 to 90.
    pub latitude: f64,
    /// Degrees east, -180 to 180.
    pub longitude: f64,
}

/// A bounding box in degrees. If its western edge is east of its eastern edge, it crosses the date line (RFC 7946,
/// section 5.2).
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
    /// Parses "latitude,longitude". `None` if it is not a point on earth.
    pub fn parse(text: &str) -> Option<Self> {
        let [latitude, longitude] = numbers(text)?;
        (latitude.abs() <= 90.0 && longitude.abs() <= 180.0).then_some(Self { latitude, longitude })
    }

    /// The box around the point that extends `radius` degrees of latitude to each side, and the same distance to the
    /// east and west. Treats the earth as flat, which is exact enough for a region.
    pub fn bounding_box(self, radius: f64) -> Bounds {
        let Self { latitude, longitude } = self;
        let half_width = radius / latitude.to_radians().cos().max(0.01);
        let (south, north) = (latitude - radius, latitude + radius);
        if half_width >= 180.0 {
            return Bounds { west: -180.0, south, east: 180.0, north };
        }
        Bounds {
            west: normalized_longitude(longitude - half_width),
            south,
            east: normalized_longitude(longitude + half_width),
            north,
        }
    }

    /// The squared distance to another point, in degrees of latitude, on the same flat earth.
    pub fn squared_distance(self, other: Self) -> f64 {
        let (north, east) = (other.latitude - self.latitude, normalized_longitude(other.longitude - self.longitude));
        north * north + east * east * self.latitude.to_radians().cos().powi(2)
    }
}

/// Maps a longitude, or a difference of two, to -180 to 180: the shorter way around the earth.
fn normalized_longitude(longitude: f64) -> f64 {
    if longitude > 180.0 {
        longitude - 360.0
    } else if longitude < -180.0 {
        longitude + 360.0
    } else {
        longitude
    }
}

impl Bounds {
    /// Parses "west,south,east,north". `None` if an edge is off the earth or the southern edge is north of the northern
    /// edge.
    pub fn parse(text: &str) -> Option<Self> {
        let [west, south, east, north] = numbers(text)?;
        let fits = west.abs() <= 180.0 && east.abs() <= 180.0 && south.abs() <= 90.0 && north.abs() <= 90.0;
        (fits && south <= north).then_some(Self { west, south, east, north })
    }

    /// Whether the point lies in the box or on its edge.
    pub fn contains(self, point: Point) -> bool {
        (self.south..=self.north).contains(&point.latitude)
            && self.spans().into_iter().flatten().any(|span| span.contains(&point.longitude))
    }

    /// The longitudes of the box: one range, or two if it crosses the date line.
    pub fn spans(self) -> [Option<RangeInclusive<f64>>; 2] {
        let Self { west, east, .. } = self;
        if west <= east { [Some(west..=east), None] } else { [Some(west..=180.0), Some(-180.0..=east)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_boxes_must_lie_on_earth() {
        assert!(Point::parse("17.58, 106.28").is_some());
        for wrong in ["91,0", "0,181", "NaN,0", "1", "1,2,3", "a,b", ""] {
            assert_eq!(Point::parse(wrong), None, "{wrong}");
        }
        assert!(Bounds::parse("106,17,107,18").is_some());
        assert_eq!(Bounds::parse("106,18,107,17"), None);
    }

    #[test]
    fn distance_across_the_date_line_is_the_short_one() {
        let at = |longitude| Point { latitude: -17.0, longitude };
        let near = at(179.99).squared_distance(at(-179.95)).sqrt();
        assert!((near - 0.06 * 17_f64.to_radians().cos()).abs() < 1e-9, "{near}");
        assert_eq!(at(-179.95).squared_distance(at(179.99)).sqrt(), near);
        assert!(at(179.99).squared_distance(at(178.0)) > at(179.99).squared_distance(at(-179.0)));
    }

    #[test]
    fn box_across_the_date_line_contains_only_both_sides() {
        let fiji = Bounds::parse("177,-20,-178,-15").expect("a box");
        for (longitude, is_inside) in
            [(177.0, true), (180.0, true), (-180.0, true), (-178.0, true), (0.0, false), (176.9, false)]
        {
            assert_eq!(fiji.contains(Point { latitude: -17.0, longitude }), is_inside, "{longitude}");
        }
        let around = Point { latitude: -17.0, longitude: 179.99 }.bounding_box(0.5);
        assert!(around.contains(Point { latitude: -17.2, longitude: -179.8 }));
        assert!(!around.contains(Point { latitude: -17.2, longitude: -179.0 }));
    }
}
