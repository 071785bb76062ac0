//! Federated identities as subjects of the audit log.

use serde_json::{Value, json};

use crate::audit_log::model::{Kind, Subject};
use crate::identity::federated::model::Federated;
use crate::identity::model::Account;

/// The identity providers that an account is linked with.
pub struct LinkedProviders<'a> {
    /// The account.
    pub account: &'a Account,
    /// The providers.
    pub federated: Vec<Federated>,
}

impl Subject for LinkedProviders<'_> {
    const KIND: Kind = Kind::User;

    fn id(&self) -> Option<String> {
        self.account.id()
    }

    fn name(&self) -> String {
        self.account.name()
    }

    fn fields(&self) -> Value {
        json!({ "federated": self.federated })
    }
}
