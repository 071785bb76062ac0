//! Anonymizes the audit events of a deleted account: its id and its actions stay (R426).

use futures_util::future::BoxFuture;
use sqlx::types::Json;

use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::jobs::changes::Tag;
use crate::kernel::clock::Moment;
use crate::kernel::id::AccountId;
use crate::record::differences::Fields;
use crate::{changed, within};

const FORGET_WHO: &str = "
update audit set who_name = null, who_email = null, address = '' where account_id = $1 and who_email is not null";

const FORGET_NAME: &str = "
update audit set subject_name = null where kind = 'user' and subject_id = $1 and subject_name is not null";

const TOLD: &str = "
select id, was, became from audit
where kind = 'user' and subject_id = $1 and (was is not null or became is not null)";

const RETELL: &str = "update audit set was = $2, became = $3 where id = $1";

/// Of an account's fields those that tell who it was.
const PERSONAL: [&str; 4] = ["email", "firstName", "lastName", "photoURL"];

type Told = Option<Json<Fields>>;

/// Takes an account's names, mail, picture and the addresses that it came from out of the log: as whoever did something, and as whom it was done to.
/// Roles and the like stay, so that it can still be seen who made whom an admin.
pub fn part(tx: &mut Tx, id: AccountId, _now: Moment) -> BoxFuture<'_, Result<Vec<Tag>, StoreError>> {
    Box::pin(async move {
        tx.settle().await?;
        changed!(tx, sqlx::query(FORGET_WHO).bind(&id))?;
        changed!(tx, sqlx::query(FORGET_NAME).bind(&id))?;
        let told: Vec<(i64, Told, Told)> = within!(tx, |engine| sqlx::query_as(TOLD).bind(&id).fetch_all(engine))?;
        for (row, was, became) in told {
            let [was, became] = [was, became].map(|fields| fields.and_then(impersonal));
            changed!(tx, sqlx::query(RETELL).bind(row).bind(was).bind(became))?;
        }
        Ok(Vec::new())
    })
}

fn impersonal(Json(mut fields): Json<Fields>) -> Told {
    fields.retain(|name, _| !PERSONAL.contains(&name.as_str()));
    Some(Json(fields)).filter(|Json(fields)| !fields.is_empty())
}
