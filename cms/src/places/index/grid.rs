//! A spatial index: finds the points in a box and the points nearest to a point without a scan of all points.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::common::geo::{Bounds, Point};

/// The side of a cell, about a kilometer.
const CELL_SIZE_DEG: f64 = 0.01;
/// The radius of the first search for the nearest points, in degrees of latitude, and the factor by which it grows.
const INITIAL_RADIUS_DEG: f64 = 0.01;
const RADIUS_GROWTH: f64 = 3.0;

/// Row and column.
type Cell = (i32, i32);

/// Points with ids, by cell. A clone shares the cells that neither copy changes afterwards.
#[derive(Clone, Debug, Default)]
pub struct Grid(BTreeMap<Cell, Arc<Vec<GridPoint>>>);

type GridPoint = (u64, Point);

fn row_of(latitude: f64) -> i32 {
    (latitude / CELL_SIZE_DEG).floor() as i32
}

fn column_of(longitude: f64) -> i32 {
    (longitude / CELL_SIZE_DEG).floor() as i32
}

impl Grid {
    /// Inserts a point, or moves the point that has this id.
    pub fn put(&mut self, id: u64, point: Point) {
        let cell = (row_of(point.latitude), column_of(point.longitude));
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
        let columns = bounds.spans().map(|span| span.map(|span| column_of(*span.start())..=column_of(*span.end())));
        let rows = self.0.range((row_of(south), i32::MIN)..=(row_of(north), i32::MAX));
        let cells = rows.filter(move |((_, column), _)| columns.iter().flatten().any(|span| span.contains(column)));
        cells.flat_map(|(_, points)| points.iter()).filter(move |(_, point)| bounds.contains(*point))
    }

    /// The ids of the first `limit` points that pass `filter`, ordered by distance to `center`, then by id.
    pub fn nearest(&self, center: Point, limit: usize, filter: impl Fn(u64) -> bool) -> Vec<u64> {
        let all: usize = self.0.values().map(|points| points.len()).sum();
        let mut radius = INITIAL_RADIUS_DEG;
        loop {
            let (mut visited, mut candidates) = (0, Vec::new());
            for (id, point) in self.points_in(center.bounding_box(radius)) {
                visited += 1;
                if filter(*id) {
                    candidates.push((center.squared_distance(*point), *id));
                }
            }
            // The circle inside the box contains no point that is further away than a point outside of the box.
            let certain_count = candidates.iter().filter(|(square, _)| *square <= radius * radius).count();
            if certain_count >= limit || visited == all {
                candidates.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
                return candidates.into_iter().take(limit).map(|(_, id)| id).collect();
            }
            radius *= RADIUS_GROWTH;
        }
    }
}

impl FromIterator<GridPoint> for Grid {
    fn from_iter<T: IntoIterator<Item = GridPoint>>(points: T) -> Self {
        let mut cells: BTreeMap<Cell, Vec<GridPoint>> = BTreeMap::new();
        for (id, point) in points {
            cells.entry((row_of(point.latitude), column_of(point.longitude))).or_default().push((id, point));
        }
        Self(cells.into_iter().map(|(cell, points)| (cell, Arc::new(points))).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn somewhere() -> impl Strategy<Value = Point> {
        // Few different positions, so that some points coincide and some lie on edges; half of them at the date line.
        ((-40_i32..40), (-40_i32..40), prop::bool::ANY).prop_map(|(row, column, at_date_line)| {
            let east = if !at_date_line {
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
            points in prop::collection::vec(somewhere(), 0..80), one in somewhere(), other in somewhere(),
        ) {
            let bounds = Bounds {
                west: one.longitude, east: other.longitude,
                south: one.latitude.min(other.latitude), north: one.latitude.max(other.latitude),
            };
            let mut found: Vec<u64> = grid_of(&points).within(bounds).collect();
            found.sort();
            let all = points.iter().enumerate().filter(|(_, point)| bounds.contains(**point));
            prop_assert_eq!(found, all.map(|(id, _)| id as u64).collect::<Vec<_>>());
        }

        #[test]
        fn nearest_points_equal_those_that_sorting_all_points_finds(
            points in prop::collection::vec(somewhere(), 0..80), center in somewhere(), limit in 0_usize..20,
        ) {
            let mut all: Vec<(f64, u64)> =
                points.iter().enumerate().map(|(id, point)| (center.squared_distance(*point), id as u64)).collect();
            all.retain(|(_, id)| id % 3 > 0);
            all.sort_by(|one, other| one.partial_cmp(other).expect("numbers"));
            let wanted: Vec<u64> = all.into_iter().take(limit).map(|(_, id)| id).collect();
            prop_assert_eq!(grid_of(&points).nearest(center, limit, |id| id % 3 > 0), wanted);
        }

        #[test]
        fn moved_point_is_in_one_cell(points in prop::collection::vec(somewhere(), 1..20), to in somewhere()) {
            let mut grid = grid_of(&points);
            grid.put(0, to);
            let mut moved = points;
            moved[0] = to;
            let everywhere = Bounds { west: -180.0, south: -90.0, east: 180.0, north: 90.0 };
            prop_assert_eq!(grid.within(everywhere).count(), moved.len());
            let here = Bounds { west: to.longitude, south: to.latitude, east: to.longitude, north: to.latitude };
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
