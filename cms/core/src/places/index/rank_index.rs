//! The order of places, best first. Places with neighboring ranks share a bucket. The best places of a large set are in
//! the first few buckets. Only small sets, and the places of a bucket, are sorted by the rank of each place.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::place_index::PlaceIdSet;

/// Sets up to this size are sorted directly.
const MAX_SMALL_SET_LEN: u64 = 500;
/// The approximate number of places in a bucket. Buckets are large, because intersecting a set with a bucket costs
/// about the same for one common place as for many.
const BUCKET_SIZE: usize = 4_096;
/// The number of ids in a block, the unit in which clones share the ranks.
const BLOCK_SIZE: usize = 512;
/// The value in a block for an id without a rank.
const NO_RANK: i32 = i32::MIN;

type Block = [i32; BLOCK_SIZE];
/// The rank and the id of a place.
type RankedPlace = (Reverse<i32>, u64);

/// The rank of each place. Higher ranks come first; within a rank, lower ids come first. A clone shares the parts that
/// neither copy changes afterwards.
#[derive(Clone, Debug, Default)]
pub struct RankIndex {
    /// The buckets of places with neighboring ranks, by their highest rank. A bucket ends where the next one begins.
    buckets: BTreeMap<Reverse<i32>, Bucket>,
    /// The rank of each place, by id.
    blocks: BTreeMap<u64, Arc<Block>>,
    /// The number of inserts until the buckets are rebuilt.
    inserts_left: usize,
}

#[derive(Clone, Debug)]
struct Bucket {
    /// No place in the bucket has a lower rank. If places are removed, this value stays.
    lowest_rank: i32,
    places: Arc<PlaceIdSet>,
}

impl RankIndex {
    /// The first `limit` places of `set`, best first. If `after` is given, only places after this rank and id.
    pub fn first(&self, set: &PlaceIdSet, after: Option<(i64, i64)>, limit: usize) -> Vec<i64> {
        if limit == 0 {
            return Vec::new();
        }
        let after = after.unwrap_or((i64::MAX, -1));
        if set.len() <= MAX_SMALL_SET_LEN {
            return ids(self.first_of_small_set(set, after, limit));
        }
        let mut first = Vec::new();
        for (highest, Bucket { lowest_rank, places }) in &self.buckets {
            if first.len() >= limit {
                break;
            }
            if i64::from(*lowest_rank) > after.0 {
                continue;
            }
            let (matching, limit) = (&**places & set, limit - first.len());
            if highest.0 == *lowest_rank {
                let after_id = if i64::from(*lowest_rank) == after.0 { after.1 } else { -1 };
                first.extend(matching.into_iter().map(|id| id as i64).filter(|id| *id > after_id).take(limit));
            } else {
                first.extend(ids(self.first_of_small_set(&matching, after, limit)));
            }
        }
        first
    }

    /// Like [`RankIndex::first`], but reads the rank of each place of the set, so the set must be small.
    fn first_of_small_set(&self, set: &PlaceIdSet, after: (i64, i64), limit: usize) -> Vec<RankedPlace> {
        let after = (Reverse(after.0), after.1);
        let is_after = |(rank, id): &RankedPlace| (Reverse(i64::from(rank.0)), *id as i64) > after;
        let mut places: Vec<RankedPlace> = self.ranked_places(set).filter(is_after).collect();
        if limit < places.len() {
            places.select_nth_unstable(limit);
            places.truncate(limit);
        }
        places.sort_unstable();
        places
    }

    /// The places of a set with their ranks, by id. Places without a rank are skipped.
    fn ranked_places(&self, set: &PlaceIdSet) -> impl Iterator<Item = RankedPlace> {
        let mut current: (u64, Option<&Arc<Block>>) = (u64::MAX, None);
        set.iter().filter_map(move |id| {
            let (block, offset) = block_and_offset(id);
            if block != current.0 {
                current = (block, self.blocks.get(&block));
            }
            let rank = current.1?[offset];
            (rank != NO_RANK).then_some((Reverse(rank), id))
        })
    }

    /// Sets the rank of a place, or removes the place if `rank` is `None`.
    pub fn put(&mut self, id: u64, rank: Option<i64>) {
        let rank = rank.map(clamp_rank);
        let (block, offset) = block_and_offset(id);
        let block = Arc::make_mut(self.blocks.entry(block).or_insert_with(|| Arc::new([NO_RANK; BLOCK_SIZE])));
        let previous = std::mem::replace(&mut block[offset], rank.unwrap_or(NO_RANK));
        if rank == Some(previous) {
            return;
        }
        if let Some(bucket) = self.bucket_of(previous).filter(|_| previous != NO_RANK) {
            Arc::make_mut(&mut bucket.places).remove(id);
        }
        let Some(rank) = rank else { return };
        // A full bucket is not extended to a lower rank. A new bucket begins instead, because the places of a bucket
        // with a single rank need no sorting.
        let accepts_rank =
            |bucket: &&mut Bucket| bucket.lowest_rank <= rank || bucket.places.len() < BUCKET_SIZE as u64;
        match self.bucket_of(rank).filter(accepts_rank) {
            Some(bucket) => {
                bucket.lowest_rank = bucket.lowest_rank.min(rank);
                Arc::make_mut(&mut bucket.places).insert(id);
            }
            None => {
                let new_bucket = Bucket { lowest_rank: rank, places: Arc::new(PlaceIdSet::from([id])) };
                self.buckets.insert(Reverse(rank), new_bucket);
            }
        }
        match self.inserts_left.checked_sub(1) {
            Some(inserts_left) => self.inserts_left = inserts_left,
            // After many inserts the sizes of the buckets differ a lot, so all buckets are rebuilt.
            None => *self = self.iter().collect(),
        }
    }

    fn bucket_of(&mut self, rank: i32) -> Option<&mut Bucket> {
        self.buckets.range_mut(..=Reverse(rank)).next_back().map(|(_, bucket)| bucket)
    }

    fn iter(&self) -> impl Iterator<Item = (u64, i64)> {
        let places_of_block = |(block, ranks): (&u64, &Arc<Block>)| {
            let first_id = block * BLOCK_SIZE as u64;
            ranks.iter().enumerate().map(move |(offset, rank)| (first_id + offset as u64, *rank)).collect::<Vec<_>>()
        };
        let all = self.blocks.iter().flat_map(places_of_block);
        all.filter(|(_, rank)| *rank != NO_RANK).map(|(id, rank)| (id, i64::from(rank)))
    }
}

fn ids(ordered: Vec<RankedPlace>) -> Vec<i64> {
    ordered.into_iter().map(|(_, id)| id as i64).collect()
}

impl FromIterator<(u64, i64)> for RankIndex {
    fn from_iter<I: IntoIterator<Item = (u64, i64)>>(places: I) -> Self {
        let mut by_rank: BTreeMap<Reverse<i32>, Vec<u64>> = BTreeMap::new();
        let mut blocks: BTreeMap<u64, Arc<Block>> = BTreeMap::new();
        for (id, rank) in places {
            let (block, offset) = block_and_offset(id);
            let block = blocks.entry(block).or_insert_with(|| Arc::new([NO_RANK; BLOCK_SIZE]));
            Arc::make_mut(block)[offset] = clamp_rank(rank);
            by_rank.entry(Reverse(clamp_rank(rank))).or_default().push(id);
        }
        let mut buckets: Vec<(Reverse<i32>, i32, Vec<u64>)> = Vec::new();
        let mut inserts_left = BUCKET_SIZE;
        for (rank, ids) in by_rank {
            inserts_left += ids.len();
            match buckets.last_mut() {
                Some((_, lowest_rank, bucket)) if bucket.len() + ids.len() <= BUCKET_SIZE => {
                    *lowest_rank = rank.0;
                    bucket.extend(ids);
                }
                _ => buckets.push((rank, rank.0, ids)),
            }
        }
        let bucket = |(highest, lowest_rank, ids): (_, _, Vec<u64>)| {
            (highest, Bucket { lowest_rank, places: Arc::new(ids.into_iter().collect()) })
        };
        Self { buckets: buckets.into_iter().map(bucket).collect(), blocks, inserts_left }
    }
}

fn block_and_offset(id: u64) -> (u64, usize) {
    (id / BLOCK_SIZE as u64, (id % BLOCK_SIZE as u64) as usize)
}

/// The rank in 32 bits. Ranks of places are far smaller than that (see `Place::rank`), and [`NO_RANK`] is reserved for
/// ids without a rank.
fn clamp_rank(rank: i64) -> i32 {
    rank.clamp(i64::from(NO_RANK) + 1, i64::from(i32::MAX)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places with few different ranks. Their ids have gaps and belong to several blocks.
    fn ids_with_ranks(numbers: std::ops::Range<u64>) -> Vec<(u64, i64)> {
        numbers.map(|n| (n * 3, [0, 410, 10_450, 380][(n * 7 % 11 % 4) as usize])).collect()
    }

    fn sorted_ids(places: &[(u64, i64)], after: Option<(i64, i64)>, limit: usize) -> Vec<i64> {
        let mut order: Vec<(Reverse<i64>, i64)> =
            places.iter().map(|(id, rank)| (Reverse(*rank), *id as i64)).collect();
        order.sort_unstable();
        order.retain(|place| after.is_none_or(|(rank, id)| *place > (Reverse(rank), id)));
        order.into_iter().take(limit).map(|(_, id)| id).collect()
    }

    #[test]
    fn small_and_large_sets_have_the_same_order() {
        let all = ids_with_ranks(0..9_000);
        let ranks: RankIndex = all.iter().copied().collect();
        assert_eq!(ranks.buckets.len(), 3, "one bucket with two ranks, two with one");
        for len in [0, 1, 60, MAX_SMALL_SET_LEN as usize, MAX_SMALL_SET_LEN as usize + 1, 8_900] {
            let part = &all[50..50 + len];
            let id_set: PlaceIdSet = part.iter().map(|(id, _)| *id).chain([7_000_001]).collect();
            for after in [None, Some((410, 600)), Some((0, 900)), Some((-1, 0))] {
                for limit in [0, 1, 25, 3_000, 7_000] {
                    assert_eq!(
                        ranks.first(&id_set, after, limit),
                        sorted_ids(part, after, limit),
                        "{len} {after:?} {limit}"
                    );
                }
            }
        }
    }

    #[test]
    fn place_has_the_rank_that_was_set_last() {
        let mut all = ids_with_ranks(0..700);
        let mut ranks: RankIndex = all.iter().copied().collect();
        let copy = ranks.clone();
        ranks.put(all[3].0, Some(9));
        ranks.put(all[4].0, None);
        ranks.put(90_000, Some(10_450));
        let original_places = all.clone();
        all[3].1 = 9;
        all.remove(4);
        all.push((90_000, 10_450));
        for (ranks, places) in [(ranks, all), (copy, original_places)] {
            let id_set: PlaceIdSet = places.iter().map(|(id, _)| *id).collect();
            assert_eq!(ranks.first(&id_set, None, 1_000), sorted_ids(&places, None, 1_000));
            let few_ids: PlaceIdSet = id_set.iter().skip(2).take(5).chain([90_000]).collect();
            let part: Vec<(u64, i64)> = places.iter().copied().filter(|(id, _)| few_ids.contains(*id)).collect();
            assert_eq!(ranks.first(&few_ids, None, 10), sorted_ids(&part, None, 10));
        }
    }

    #[test]
    fn buckets_are_rebuilt_if_places_are_inserted_one_by_one() {
        let mut all = ids_with_ranks(0..10_000);
        // The best and the worst place are inserted first, so that the ranks of all other places lie between theirs.
        all.sort_by_key(|(_, rank)| Reverse(*rank));
        all[1..].reverse();
        let mut ranks = RankIndex::default();
        for (id, rank) in &all {
            ranks.put(*id, Some(*rank));
        }
        assert!(ranks.buckets.len() > 1, "all places are in one bucket");
        let id_set: PlaceIdSet = all.iter().map(|(id, _)| *id).collect();
        assert_eq!(ranks.first(&id_set, None, 9_000), sorted_ids(&all, None, 9_000));
        assert_eq!(ranks.first(&id_set, Some((410, 600)), 9_000), sorted_ids(&all, Some((410, 600)), 9_000));
    }
}
