//! The stories of the server, over HTTP and on both engines.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test says what it expects by failing")]

mod categories;
mod contract;
mod floors;
mod front;
mod golden;
mod identity;
mod login;
mod people;
mod places;
mod refusals;
mod seeds;
mod stage;
mod storage;
mod things;
mod world;
