//! The stories of the server, over HTTP and on both engines.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test says what it expects by failing")]

mod abroad;
mod accounts;
mod categories;
mod contract;
mod federated;
mod federated_accounts;
mod federated_tokens;
mod firebase;
mod floors;
mod front;
mod golden;
mod identity;
mod letters;
mod limits;
mod login;
mod login_pages;
mod people;
mod places;
mod policy;
mod refusals;
mod replicas;
mod second_factor;
mod secrets;
mod seeds;
mod sessions;
mod stage;
mod storage;
mod things;
mod users;
mod world;
