//! Points and boxes on the earth, in degrees (WGS 84), and a spatial index: it finds the points in a box and the points
//! nearest to a point without a scan of all points.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

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

fn parse_numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let parts: Vec<f64> = text.split(',').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
    let parts: [f64; N] = parts.try_into().ok()?;
    parts.iter().all(|part| part.is_finite()).then_some(parts)
}

impl Point {
    /// Parses "latitude,longitude". `None` if the text is not two numbers, or the point is not on earth.
    pub fn parse(text: &str) -> Option<Self> {
        let [latitude, longitude] = parse_numbers(text)?;
        (latitude.abs() <= 90.0 && longitude.abs() <= 180.0).then_some(Self { latitude, longitude })
    }

    /// The box around the point that extends `radius_deg` degrees of latitude to the north and the south, and the same
    /// distance to the east and the west. Treats the earth as flat, which is exact enough for a region.
    pub fn bounding_box(self, radius_deg: f64) -> Bounds {
        let Self { latitude, longitude } = self;
        let longitude_radius_deg = radius_deg / latitude.to_radians().cos().max(0.01);
        let (south, north) = (latitude - radius_deg, latitude + radius_deg);
        if longitude_radius_deg >= 180.0 {
            return Bounds { west: -180.0, south, east: 180.0, north };
        }
        Bounds {
            west: normalized_longitude(longitude - longitude_radius_deg),
            south,
            east: normalized_longitude(longitude + longitude_radius_deg),
            north,
        }
    }

    /// The squared distance to another point, in degrees of latitude. Treats the earth as flat, like
    /// [`Self::bounding_box`].
    pub fn squared_distance(self, other: Self) -> f64 {
        let north = other.latitude - self.latitude;
        let east = normalized_longitude(other.longitude - self.longitude);
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
    /// Parses "west,south,east,north". `None` if the text is not four numbers, an edge is not on earth, or the southern
    /// edge is north of the northern edge.
    pub fn parse(text: &str) -> Option<Self> {
        let [west, south, east, north] = parse_numbers(text)?;
        let is_on_earth = west.abs() <= 180.0 && east.abs() <= 180.0 && south.abs() <= 90.0 && north.abs() <= 90.0;
        (is_on_earth && south <= north).then_some(Self { west, south, east, north })
    }

    /// Whether the point lies in the box or on its edge.
    pub fn contains(self, point: Point) -> bool {
        (self.south..=self.north).contains(&point.latitude)
            && self.longitude_ranges().into_iter().flatten().any(|span| span.contains(&point.longitude))
    }

    /// The longitudes of the box: one range, or two if it crosses the date line.
    pub fn longitude_ranges(self) -> [Option<RangeInclusive<f64>>; 2] {
        let Self { west, east, .. } = self;
        if west <= east { [Some(west..=east), None] } else { [Some(west..=180.0), Some(-180.0..=east)] }
    }
}

/// The side of a cell in degrees, about a kilometer at the equator.
const CELL_SIZE_DEG: f64 = 0.01;
/// The radius of the first search for the nearest points, in degrees of latitude.
const INITIAL_RADIUS_DEG: f64 = 0.01;
/// The factor by which the radius grows after a search that found too few points.
const RADIUS_GROWTH_FACTOR: f64 = 3.0;

/// The row and the column of a cell.
type Cell = (i32, i32);

/// Points with ids, by cell. A clone shares each cell until one of the copies changes it.
#[derive(Clone, Debug, Default)]
pub struct Grid(BTreeMap<Cell, Arc<Vec<GridPoint>>>);

type GridPoint = (u64, Point);

/// The row of a latitude, or the column of a longitude.
fn cell_index(degrees: f64) -> i32 {
    (degrees / CELL_SIZE_DEG).floor() as i32
}

impl Grid {
    /// Inserts a point, or moves the point that has this id.
    pub fn put(&mut self, id: u64, point: Point) {
        let cell = (cell_index(point.latitude), cell_index(point.longitude));
        self.0.retain(|_, points| {
            if points.iter().any(|(other, _)| *other == id) {
                Arc::make_mut(points).retain(|(other, _)| *other != id);
            }
            !points.is_empty()
        });
        Arc::make_mut(self.0.entry(cell).or_default()).push((id, point));
    }

    /// The ids of all points in the box, including its edges, in no particular order.
    pub fn within(&self, bounds: Bounds) -> impl Iterator<Item = u64> {
        self.points_in(bounds).map(|(id, _)| *id)
    }

    fn points_in(&self, bounds: Bounds) -> impl Iterator<Item = &GridPoint> {
        let Bounds { south, north, .. } = bounds;
        let columns_of = |range: RangeInclusive<f64>| cell_index(*range.start())..=cell_index(*range.end());
        let columns = bounds.longitude_ranges().map(|range| range.map(columns_of));
        let rows = self.0.range((cell_index(south), i32::MIN)..=(cell_index(north), i32::MAX));
        let cells = rows.filter(move |((_, column), _)| columns.iter().flatten().any(|span| span.contains(column)));
        cells.flat_map(|(_, points)| points.iter()).filter(move |(_, point)| bounds.contains(*point))
    }

    /// The ids of the first `limit` points that pass `filter`, ordered by distance to `center`, then by id.
    pub fn nearest(&self, center: Point, limit: usize, filter: impl Fn(u64) -> bool) -> Vec<u64> {
        let total_count: usize = self.0.values().map(|points| points.len()).sum();
        let mut radius_deg = INITIAL_RADIUS_DEG;
        loop {
            let (mut visited_count, mut candidates) = (0, Vec::new());
            for (id, point) in self.points_in(center.bounding_box(radius_deg)) {
                visited_count += 1;
                if filter(*id) {
                    candidates.push((center.squared_distance(*point), *id));
                }
            }
            // The box contains the whole circle with this radius. Points in the circle are therefore nearer than all
            // points outside of the box, and their order is final.
            let certain_count = candidates.iter().filter(|(square, _)| *square <= radius_deg * radius_deg).count();
            if certain_count >= limit || visited_count == total_count {
                candidates.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
                return candidates.into_iter().take(limit).map(|(_, id)| id).collect();
            }
            radius_deg *= RADIUS_GROWTH_FACTOR;
        }
    }
}

impl FromIterator<GridPoint> for Grid {
    fn from_iter<T: IntoIterator<Item = GridPoint>>(points: T) -> Self {
        let mut cells: BTreeMap<Cell, Vec<GridPoint>> = BTreeMap::new();
        for (id, point) in points {
            cells.entry((cell_index(point.latitude), cell_index(point.longitude))).or_default().push((id, point));
        }
        Self(cells.into_iter().map(|(cell, points)| (cell, Arc::new(points))).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn invalid_points_and_boxes_are_not_parsed() {
        assert!(Point::parse("17.58, 106.28").is_some());
        for invalid_text in ["91,0", "0,181", "NaN,0", "1", "1,2,3", "a,b", ""] {
            assert_eq!(Point::parse(invalid_text), None, "{invalid_text}");
        }
        assert!(Bounds::parse("106,17,107,18").is_some());
        assert_eq!(Bounds::parse("106,18,107,17"), None);
    }

    #[test]
    fn distance_across_the_date_line_is_the_shorter_way() {
        let at = |longitude| Point { latitude: -17.0, longitude };
        let distance = at(179.99).squared_distance(at(-179.95)).sqrt();
        assert!((distance - 0.06 * 17_f64.to_radians().cos()).abs() < 1e-9, "{distance}");
        assert_eq!(at(-179.95).squared_distance(at(179.99)).sqrt(), distance);
        assert!(at(179.99).squared_distance(at(178.0)) > at(179.99).squared_distance(at(-179.0)));
    }

    #[test]
    fn box_across_the_date_line_contains_points_on_both_sides_of_it() {
        let fiji = Bounds::parse("177,-20,-178,-15").expect("a box");
        for (longitude, is_inside) in
            [(177.0, true), (180.0, true), (-180.0, true), (-178.0, true), (0.0, false), (176.9, false)]
        {
            assert_eq!(fiji.contains(Point { latitude: -17.0, longitude }), is_inside, "{longitude}");
        }
        let box_around_point = Point { latitude: -17.0, longitude: 179.99 }.bounding_box(0.5);
        assert!(box_around_point.contains(Point { latitude: -17.2, longitude: -179.8 }));
        assert!(!box_around_point.contains(Point { latitude: -17.2, longitude: -179.0 }));
    }

    fn any_point() -> impl Strategy<Value = Point> {
        // There are few different positions, so that some points coincide and some lie on edges. About half of the
        // points are at the date line.
        ((-40_i32..40), (-40_i32..40), prop::bool::ANY).prop_map(|(row, column, is_at_date_line)| {
            let east = if !is_at_date_line {
                106.3
            } else if column < 0 {
                180.0
            } else {
                -180.0
            };
            Point { latitude: 17.5 + f64::from(row) * 0.005, longitude: east + f64::from(column) * 0.005 }
        })
    }

    fn grid_of(points: &[Point]) -> Grid {
        points.iter().enumerate().map(|(id, point)| (id as u64, *point)).collect()
    }

    proptest! {
        #[test]
        fn points_in_a_box_equal_those_that_a_full_scan_finds(
            points in prop::collection::vec(any_point(), 0..80), one in any_point(), other in any_point(),
        ) {
            let bounds = Bounds {
                west: one.longitude, east: other.longitude,
                south: one.latitude.min(other.latitude), north: one.latitude.max(other.latitude),
            };
            let mut found_ids: Vec<u64> = grid_of(&points).within(bounds).collect();
            found_ids.sort();
            let all = points.iter().enumerate().filter(|(_, point)| bounds.contains(**point));
            prop_assert_eq!(found_ids, all.map(|(id, _)| id as u64).collect::<Vec<_>>());
        }

        #[test]
        fn nearest_points_equal_those_that_sorting_all_points_finds(
            points in prop::collection::vec(any_point(), 0..80), center in any_point(), limit in 0_usize..20,
        ) {
            let mut all: Vec<(f64, u64)> =
                points.iter().enumerate().map(|(id, point)| (center.squared_distance(*point), id as u64)).collect();
            all.retain(|(_, id)| id % 3 > 0);
            all.sort_by(|one, other| one.partial_cmp(other).expect("numbers"));
            let expected: Vec<u64> = all.into_iter().take(limit).map(|(_, id)| id).collect();
            prop_assert_eq!(grid_of(&points).nearest(center, limit, |id| id % 3 > 0), expected);
        }

        #[test]
        fn moved_point_is_in_one_cell(points in prop::collection::vec(any_point(), 1..20), new_position in any_point()) {
            let mut grid = grid_of(&points);
            grid.put(0, new_position);
            let mut moved_points = points;
            moved_points[0] = new_position;
            let everywhere = Bounds { west: -180.0, south: -90.0, east: 180.0, north: 90.0 };
            prop_assert_eq!(grid.within(everywhere).count(), moved_points.len());
            let here = Bounds { west: new_position.longitude, south: new_position.latitude, east: new_position.longitude, north: new_position.latitude };
            prop_assert!(grid.within(here).any(|id| id == 0));
        }
    }

    #[test]
    fn nearest_points_include_the_other_side_of_the_earth() {
        let points = [Point { latitude: -89.0, longitude: -179.0 }, Point { latitude: 89.9, longitude: 180.0 }];
        let grid = grid_of(&points);
        assert_eq!(grid.nearest(Point { latitude: 90.0, longitude: 0.0 }, 5, |_| true), [1, 0]);
        assert_eq!(grid.nearest(Point { latitude: -90.0, longitude: -180.0 }, 5, |_| true), [0, 1]);
    }
}
