//! How often somebody may try before they have to wait: for each mailbox, and for each address that they come from.
//! Of sign-ins only failures count. Kept in memory: a replica counts what it sees.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Mutex;

use crate::identity::email::{self, LONGEST};
use crate::kernel::clock::Moment;
use crate::kernel::id::AccountId;

/// At most so many keys are remembered; those whose time is over go first.
const KEYS: usize = 20_000;

/// `burst` at once, then one for every `every_s` seconds.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    burst: i64,
    every_s: i64,
}

/// How often for one mailbox, and how often for one address.
#[derive(Clone, Copy, Debug)]
pub struct Paces {
    mailbox: Pace,
    /// More than of a mailbox: a village may share one address.
    address: Pace,
}

/// Failed sign-ins, and other guesses at a password or a code.
pub const GUESSES: Paces = Paces { mailbox: Pace { burst: 10, every_s: 60 }, address: Pace { burst: 50, every_s: 6 } };
/// New accounts.
pub const SIGN_UPS: Paces =
    Paces { mailbox: Pace { burst: 5, every_s: 600 }, address: Pace { burst: 20, every_s: 60 } };
/// Letters that somebody has sent to a mailbox.
pub const LETTERS: Paces = Paces { mailbox: Pace { burst: 5, every_s: 600 }, address: Pace { burst: 20, every_s: 60 } };

/// Departures to another provider: each is remembered for a while, and none names a mailbox.
pub const DEPARTURES: Paces = GUESSES;

/// Whose secret is guessed at.
#[derive(Clone, Copy, Debug)]
pub enum Whose<'a> {
    /// Of the account with this address, as typed: anybody may type it.
    Mailbox(&'a str),
    /// Of this account, by somebody who is signed in to it: no stranger uses up these attempts.
    Own(&'a AccountId),
    /// Nobody's: the sender alone counts.
    Nobody,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Mailbox(String),
    Own(AccountId),
    Address(IpAddr),
}

impl Key {
    fn pace(&self, paces: &Paces) -> Pace {
        match self {
            Self::Mailbox(_) | Self::Own(_) => paces.mailbox,
            Self::Address(_) => paces.address,
        }
    }
}

/// See the module.
#[derive(Debug)]
pub struct Attempts {
    paces: Paces,
    /// For each key the moment at which it is as good as new.
    known: Mutex<HashMap<Key, Moment>>,
}

/// Somebody has to wait so many seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("to be tried again in {0} s")]
pub struct Wait(pub i64);

/// An attempt under way: counted from the beginning, so that many at once count too.
#[derive(Debug)]
#[must_use]
pub struct Attempt(Vec<Key>);

impl Attempts {
    /// Nobody has tried yet.
    pub fn of(paces: Paces) -> Self {
        Self { paces, known: Mutex::default() }
    }

    /// Counts an attempt from `address`, or says how long to wait.
    pub fn begin(&self, whose: Whose<'_>, address: IpAddr, now: Moment) -> Result<Attempt, Wait> {
        let whose = match whose {
            Whose::Mailbox(typed) => Some(Key::Mailbox(email::mailbox(typed).chars().take(LONGEST).collect())),
            Whose::Own(id) => Some(Key::Own(id.clone())),
            Whose::Nobody => None,
        };
        let keys: Vec<Key> = [whose, network(address).map(Key::Address)].into_iter().flatten().collect();
        let mut known = self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if known.len() >= KEYS {
            known.retain(|_, free| *free > now);
        }
        let next = |key: &Key, known: &HashMap<Key, Moment>| {
            known.get(key).copied().unwrap_or(now).max(now).plus_seconds(key.pace(&self.paces).every_s)
        };
        for key in &keys {
            let pace = key.pace(&self.paces);
            let over = next(key, &known).0 - now.plus_seconds(pace.burst * pace.every_s).0;
            if over > 0 {
                return Err(Wait((over + 999) / 1000));
            }
        }
        for key in &keys {
            let free = next(key, &known);
            known.insert(key.clone(), free);
        }
        Ok(Attempt(keys))
    }

    /// Takes back an attempt that did not fail: it was right, or was never looked at.
    pub fn forgive(&self, Attempt(keys): Attempt) {
        let mut known = self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        for key in keys {
            if let Some(free) = known.get_mut(&key) {
                *free = free.plus_seconds(-key.pace(&self.paces).every_s);
            }
        }
    }
}

/// What counts as one sender: an IPv4 address, an IPv6 network of 64 bits.
///
/// Nothing for addresses of this machine and of private networks: behind them stands a proxy that speaks for everybody,
/// and one stranger could lock all others out. The mailbox still counts.
fn network(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V4(v4) if v4.is_loopback() || v4.is_private() || v4.is_link_local() => None,
        IpAddr::V6(v6) if v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local() => None,
        IpAddr::V6(v6) => Some(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64).into()),
        v4 => Some(v4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Moment = Moment(1_795_248_000_000);

    fn from(address: &str) -> IpAddr {
        address.parse().expect("an address")
    }

    fn nth(n: i64) -> String {
        format!("guest{n}@example.org")
    }

    #[test]
    fn d11_a_mailbox_waits_after_ten_failures_however_it_is_spelt() {
        let attempts = Attempts::of(GUESSES);
        for n in 0..GUESSES.mailbox.burst {
            let spelling = ["linh.tran@example.org", "LinhTran@example.org", "linhtran+1@example.org"][n as usize % 3];
            let sender = format!("203.0.113.{n}");
            let _failed = attempts.begin(Whose::Mailbox(spelling), from(&sender), NOW).expect("within the burst");
        }
        let again = |now| attempts.begin(Whose::Mailbox("linhtran@example.org"), from("198.51.100.7"), now).map(|_| ());
        assert_eq!(again(NOW), Err(Wait(60)));
        assert_eq!(again(NOW.plus_seconds(59)), Err(Wait(1)));
        assert_eq!(again(NOW.plus_seconds(60)), Ok(()));
        assert_eq!(again(NOW.plus_seconds(60)), Err(Wait(60)));
        assert!(attempts.begin(Whose::Mailbox("minh@example.org"), from("198.51.100.7"), NOW).is_ok(), "others go on");
    }

    #[test]
    fn strangers_do_not_use_up_the_attempts_of_somebody_who_is_signed_in() {
        let attempts = Attempts::of(GUESSES);
        let own = AccountId("linh".into());
        for n in 0..GUESSES.mailbox.burst {
            let sender = from(&format!("203.0.113.{n}"));
            let _failed = attempts.begin(Whose::Mailbox("linh@example.org"), sender, NOW).expect("within the burst");
        }
        let mine = || attempts.begin(Whose::Own(&own), from("198.51.100.7"), NOW).map(|_| ());
        for _ in 0..GUESSES.mailbox.burst {
            assert_eq!(mine(), Ok(()));
        }
        assert_eq!(mine(), Err(Wait(60)), "and those are counted too");
    }

    #[test]
    fn an_address_waits_after_fifty_failures_and_a_v6_network_counts_as_one() {
        let attempts = Attempts::of(GUESSES);
        for n in 0..GUESSES.address.burst {
            let _failed = attempts
                .begin(Whose::Mailbox(&nth(n)), from(&format!("2001:db8::{n:x}")), NOW)
                .expect("within the burst");
        }
        assert_eq!(attempts.begin(Whose::Mailbox("a@b"), from("2001:db8::ffff"), NOW).map(|_| ()), Err(Wait(6)));
        assert!(attempts.begin(Whose::Mailbox("a@b"), from("2001:db8:0:1::1"), NOW).is_ok());
    }

    #[test]
    fn without_a_mailbox_the_address_alone_counts() {
        let attempts = Attempts::of(DEPARTURES);
        for _ in 0..DEPARTURES.address.burst {
            let _left = attempts.begin(Whose::Nobody, from("203.0.113.1"), NOW).expect("within the burst");
        }
        assert_eq!(attempts.begin(Whose::Nobody, from("203.0.113.1"), NOW).map(|_| ()), Err(Wait(6)));
        assert!(attempts.begin(Whose::Nobody, from("203.0.113.2"), NOW).is_ok());
    }

    #[test]
    fn what_did_not_fail_does_not_count() {
        let attempts = Attempts::of(GUESSES);
        for _ in 0..100 {
            let right =
                attempts.begin(Whose::Mailbox("linh@example.org"), from("203.0.113.1"), NOW).expect("never too many");
            attempts.forgive(right);
        }
    }

    #[test]
    fn a_proxy_is_not_taken_for_everybody_behind_it() {
        for proxy in ["127.0.0.1", "::1", "10.0.0.7", "192.168.1.1", "::ffff:172.17.0.1", "fd00::1"] {
            assert_eq!(network(from(proxy)), None, "{proxy}");
        }
        assert_eq!(network(from("::ffff:203.0.113.9")), Some(from("203.0.113.9")));
    }

    #[test]
    fn what_is_over_is_forgotten() {
        let attempts = Attempts::of(GUESSES);
        for n in 0..KEYS as i64 {
            let _failed = attempts.begin(Whose::Mailbox(&nth(n)), from("10.0.0.1"), NOW).expect("a new mailbox");
        }
        let _failed =
            attempts.begin(Whose::Mailbox("a@b"), from("10.0.0.1"), NOW.plus_seconds(61)).expect("a new mailbox");
        assert_eq!(attempts.known.lock().expect("not poisoned").len(), 1);
    }
}
