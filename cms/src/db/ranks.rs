//! The order of places, best first: which places have a rank, and which rank a place has. The one serves large sets, of
//! which the first few ranks hold enough; the other small ones, whose members are fewer than the ranks' meetings with them
//! would cost.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::sets::Set;

/// Sets up to this size are put in order member by member.
const FEW: u64 = 500;
/// How many ids stand together.
const BLOCK: usize = 512;
/// In a block: there is no such place.
const NONE: i32 = i32::MIN;

type Block = [i32; BLOCK];

/// Where each place stands; higher ranks come first, and of one rank the lesser ids. A copy shares what neither changes
/// afterwards.
#[derive(Clone, Debug, Default)]
pub struct Ranks {
    /// Who has a rank.
    places: BTreeMap<Reverse<i32>, Arc<Set>>,
    /// Who has which, by id.
    blocks: BTreeMap<u64, Arc<Block>>,
}

impl Ranks {
    /// The first `most` of a set that come `after` a rank and an id.
    pub fn first(&self, of: &Set, after: Option<(i64, i64)>, most: usize) -> Vec<i64> {
        let (rank, id) = after.unwrap_or((i64::MAX, -1));
        let comes =
            |(Reverse(here), one): (Reverse<i32>, u64)| (i64::from(here), Reverse(one as i64)) < (rank, Reverse(id));
        if of.len() <= FEW {
            let mut ranked: Vec<(Reverse<i32>, u64)> = self.ranked(of).filter(|place| comes(*place)).collect();
            if most < ranked.len() {
                ranked.select_nth_unstable(most);
                ranked.truncate(most);
            }
            ranked.sort_unstable();
            return ranked.into_iter().map(|(_, id)| id as i64).collect();
        }
        let mut first = Vec::new();
        for (here, places) in &self.places {
            if first.len() >= most {
                break;
            }
            if i64::from(here.0) <= rank {
                let ids = (&**places & of).into_iter().filter(|id| comes((*here, *id)));
                first.extend(ids.take(most - first.len()).map(|id| id as i64));
            }
        }
        first
    }

    /// Each of a set with its rank, by id.
    fn ranked(&self, of: &Set) -> impl Iterator<Item = (Reverse<i32>, u64)> {
        let mut here: (u64, Option<&Arc<Block>>) = (u64::MAX, None);
        of.iter().filter_map(move |id| {
            let (block, at) = place_of(id);
            if block != here.0 {
                here = (block, self.blocks.get(&block));
            }
            let rank = here.1?[at];
            (rank != NONE).then_some((Reverse(rank), id))
        })
    }

    /// Gives a place a rank; without one it stands nowhere.
    pub fn put(&mut self, id: u64, rank: Option<i64>) {
        let rank = rank.map(narrow);
        let (block, at) = place_of(id);
        let block = Arc::make_mut(self.blocks.entry(block).or_insert_with(|| Arc::new([NONE; BLOCK])));
        let former = std::mem::replace(&mut block[at], rank.unwrap_or(NONE));
        if rank == Some(former) {
            return;
        }
        if let Some(places) = self.places.get_mut(&Reverse(former)) {
            Arc::make_mut(places).remove(id);
        }
        self.places.retain(|_, places| !places.is_empty());
        if let Some(rank) = rank {
            Arc::make_mut(self.places.entry(Reverse(rank)).or_default()).insert(id);
        }
    }
}

impl FromIterator<(u64, i64)> for Ranks {
    fn from_iter<I: IntoIterator<Item = (u64, i64)>>(places: I) -> Self {
        let mut all: BTreeMap<Reverse<i32>, Vec<u64>> = BTreeMap::new();
        let mut blocks: BTreeMap<u64, Arc<Block>> = BTreeMap::new();
        for (id, rank) in places {
            let (block, at) = place_of(id);
            let block = blocks.entry(block).or_insert_with(|| Arc::new([NONE; BLOCK]));
            Arc::make_mut(block)[at] = narrow(rank);
            all.entry(Reverse(narrow(rank))).or_default().push(id);
        }
        Self {
            places: all.into_iter().map(|(rank, ids)| (rank, Arc::new(ids.into_iter().collect()))).collect(),
            blocks,
        }
    }
}

fn place_of(id: u64) -> (u64, usize) {
    (id / BLOCK as u64, (id % BLOCK as u64) as usize)
}

/// Ranks are small: see `Place::rank`.
fn narrow(rank: i64) -> i32 {
    rank.clamp(i64::from(NONE) + 1, i64::from(i32::MAX)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ids with gaps, over several blocks, with few ranks.
    fn places(ids: std::ops::Range<u64>) -> Vec<(u64, i64)> {
        ids.map(|n| (n * 3, [0, 410, 10_450, 380][(n * 7 % 11 % 4) as usize])).collect()
    }

    fn sorted(places: &[(u64, i64)], after: Option<(i64, i64)>, most: usize) -> Vec<i64> {
        let mut order: Vec<(Reverse<i64>, i64)> =
            places.iter().map(|(id, rank)| (Reverse(*rank), *id as i64)).collect();
        order.sort_unstable();
        order.retain(|place| after.is_none_or(|(rank, id)| *place > (Reverse(rank), id)));
        order.into_iter().take(most).map(|(_, id)| id).collect()
    }

    #[test]
    fn few_and_many_come_in_the_same_order() {
        let all = places(0..2_000);
        let ranks: Ranks = all.iter().copied().collect();
        for len in [0, 1, 60, FEW as usize, FEW as usize + 1, 1_900] {
            let part = &all[50..50 + len];
            let of: Set = part.iter().map(|(id, _)| *id).chain([7_000_001]).collect();
            for after in [None, Some((410, 600)), Some((0, 900)), Some((-1, 0))] {
                for most in [0, 1, 25, 3_000] {
                    assert_eq!(ranks.first(&of, after, most), sorted(part, after, most), "{len} {after:?} {most}");
                }
            }
        }
    }

    #[test]
    fn a_place_stands_where_it_was_put_last() {
        let mut all = places(0..700);
        let mut ranks: Ranks = all.iter().copied().collect();
        let copy = ranks.clone();
        ranks.put(all[3].0, Some(9));
        ranks.put(all[4].0, None);
        ranks.put(90_000, Some(10_450));
        let before = all.clone();
        all[3].1 = 9;
        all.remove(4);
        all.push((90_000, 10_450));
        for (ranks, places) in [(ranks, all), (copy, before)] {
            let of: Set = places.iter().map(|(id, _)| *id).collect();
            assert_eq!(ranks.first(&of, None, 1_000), sorted(&places, None, 1_000));
            let few: Set = of.iter().skip(2).take(5).chain([90_000]).collect();
            let part: Vec<(u64, i64)> = places.iter().copied().filter(|(id, _)| few.contains(*id)).collect();
            assert_eq!(ranks.first(&few, None, 10), sorted(&part, None, 10));
        }
    }
}
