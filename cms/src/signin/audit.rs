//! The accounts of others that sign in to an account, as the audit log names them.

use serde_json::{Value, json};

use crate::audit_log::model::{Kind, Subject};
use crate::identity::federated::model::Federated;
use crate::identity::model::Account;

/// By whose word somebody can sign in.
pub struct Linking<'a> {
    /// To this account.
    pub account: &'a Account,
    /// With an account there.
    pub federated: Vec<Federated>,
}

impl Subject for Linking<'_> {
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
