//! The order of places, best first: which places have neighbouring ranks, and which rank a place has. The one serves large
//! sets, of which the first few ranks hold enough; the other puts in order what is left.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::sets::Set;

/// Sets up to this size are put in order as they are.
const FEW: u64 = 500;
/// About how many places stand in a group. What meets a group costs about the same for one place in it as for all of these.
const GROUP: usize = 4_096;
/// How many ids stand together.
const BLOCK: usize = 512;
/// In a block: there is no such place.
const NONE: i32 = i32::MIN;

type Block = [i32; BLOCK];

/// Where each place stands; higher ranks come first, and of one rank the lesser ids. A copy shares what neither changes
/// afterwards.
#[derive(Clone, Debug, Default)]
pub struct Ranks {
    /// Who has one of a few neighbouring ranks, by the highest of them; a group ends where the next begins.
    groups: BTreeMap<Reverse<i32>, Group>,
    /// Who has which, by id.
    blocks: BTreeMap<u64, Arc<Block>>,
    /// How many more may be given a rank before the groups are parted anew.
    room: usize,
}

#[derive(Clone, Debug)]
struct Group {
    /// No place here has a lower one.
    lowest: i32,
    places: Arc<Set>,
}

impl Ranks {
    /// The first `most` of a set that come `after` a rank and an id.
    pub fn first(&self, of: &Set, after: Option<(i64, i64)>, most: usize) -> Vec<i64> {
        if most == 0 {
            return Vec::new();
        }
        let after = after.unwrap_or((i64::MAX, -1));
        if of.len() <= FEW {
            return ids(self.ordered(of, after, most));
        }
        let mut first = Vec::new();
        for (highest, Group { lowest, places }) in &self.groups {
            if first.len() >= most {
                break;
            }
            if i64::from(*lowest) > after.0 {
                continue;
            }
            let (met, most) = (&**places & of, most - first.len());
            if highest.0 == *lowest {
                let passed = if i64::from(*lowest) == after.0 { after.1 } else { -1 };
                first.extend(met.into_iter().map(|id| id as i64).filter(|id| *id > passed).take(most));
            } else {
                first.extend(ids(self.ordered(&met, after, most)));
            }
        }
        first
    }

    /// The first `most` of a small set, as [`Ranks::first`] has them.
    fn ordered(&self, of: &Set, (rank, id): (i64, i64), most: usize) -> Vec<(Reverse<i32>, u64)> {
        let comes =
            |(Reverse(here), one): &(Reverse<i32>, u64)| (i64::from(*here), Reverse(*one as i64)) < (rank, Reverse(id));
        let mut ranked: Vec<(Reverse<i32>, u64)> = self.ranked(of).filter(comes).collect();
        if most < ranked.len() {
            ranked.select_nth_unstable(most);
            ranked.truncate(most);
        }
        ranked.sort_unstable();
        ranked
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
        if let Some(group) = self.group_of(former).filter(|_| former != NONE) {
            Arc::make_mut(&mut group.places).remove(id);
        }
        let Some(rank) = rank else { return };
        // A large group is not opened to further ranks: of one rank alone it needs no putting in order.
        match self.group_of(rank).filter(|group| group.lowest <= rank || group.places.len() < GROUP as u64) {
            Some(group) => {
                group.lowest = group.lowest.min(rank);
                Arc::make_mut(&mut group.places).insert(id);
            }
            None => {
                let first = Group { lowest: rank, places: Arc::new(Set::from([id])) };
                self.groups.insert(Reverse(rank), first);
            }
        }
        match self.room.checked_sub(1) {
            Some(room) => self.room = room,
            // Groups that have grown much are no longer worth their name.
            None => *self = self.all().collect(),
        }
    }

    fn group_of(&mut self, rank: i32) -> Option<&mut Group> {
        self.groups.range_mut(..=Reverse(rank)).next_back().map(|(_, group)| group)
    }

    fn all(&self) -> impl Iterator<Item = (u64, i64)> {
        let of_block = |(block, ranks): (&u64, &Arc<Block>)| {
            let first = block * BLOCK as u64;
            ranks.iter().enumerate().map(move |(at, rank)| (first + at as u64, *rank)).collect::<Vec<_>>()
        };
        let all = self.blocks.iter().flat_map(of_block);
        all.filter(|(_, rank)| *rank != NONE).map(|(id, rank)| (id, i64::from(rank)))
    }
}

fn ids(ordered: Vec<(Reverse<i32>, u64)>) -> Vec<i64> {
    ordered.into_iter().map(|(_, id)| id as i64).collect()
}

impl FromIterator<(u64, i64)> for Ranks {
    fn from_iter<I: IntoIterator<Item = (u64, i64)>>(places: I) -> Self {
        let mut by_rank: BTreeMap<Reverse<i32>, Vec<u64>> = BTreeMap::new();
        let mut blocks: BTreeMap<u64, Arc<Block>> = BTreeMap::new();
        for (id, rank) in places {
            let (block, at) = place_of(id);
            let block = blocks.entry(block).or_insert_with(|| Arc::new([NONE; BLOCK]));
            Arc::make_mut(block)[at] = narrow(rank);
            by_rank.entry(Reverse(narrow(rank))).or_default().push(id);
        }
        let mut groups: Vec<(Reverse<i32>, i32, Vec<u64>)> = Vec::new();
        let mut room = GROUP;
        for (rank, ids) in by_rank {
            room += ids.len();
            match groups.last_mut() {
                Some((_, lowest, group)) if group.len() + ids.len() <= GROUP => {
                    *lowest = rank.0;
                    group.extend(ids);
                }
                _ => groups.push((rank, rank.0, ids)),
            }
        }
        let group = |(highest, lowest, ids): (_, _, Vec<u64>)| {
            (highest, Group { lowest, places: Arc::new(ids.into_iter().collect()) })
        };
        Self { groups: groups.into_iter().map(group).collect(), blocks, room }
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
        let all = places(0..9_000);
        let ranks: Ranks = all.iter().copied().collect();
        assert_eq!(ranks.groups.len(), 3, "one of two ranks, and two of one");
        for len in [0, 1, 60, FEW as usize, FEW as usize + 1, 8_900] {
            let part = &all[50..50 + len];
            let of: Set = part.iter().map(|(id, _)| *id).chain([7_000_001]).collect();
            for after in [None, Some((410, 600)), Some((0, 900)), Some((-1, 0))] {
                for most in [0, 1, 25, 3_000, 7_000] {
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

    #[test]
    fn a_guide_that_grows_place_by_place_is_parted_again() {
        let mut all = places(0..10_000);
        // The best and the worst first: between them is room for everybody.
        all.sort_by_key(|(_, rank)| Reverse(*rank));
        all[1..].reverse();
        let mut ranks = Ranks::default();
        for (id, rank) in &all {
            ranks.put(*id, Some(*rank));
        }
        assert!(ranks.groups.len() > 1, "all in one group");
        let of: Set = all.iter().map(|(id, _)| *id).collect();
        assert_eq!(ranks.first(&of, None, 9_000), sorted(&all, None, 9_000));
        assert_eq!(ranks.first(&of, Some((410, 600)), 9_000), sorted(&all, Some((410, 600)), 9_000));
    }
}
