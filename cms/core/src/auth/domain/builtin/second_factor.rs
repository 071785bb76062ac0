//! Second factors: one-time codes from an authenticator app (TOTP, RFC 6238), and ten recovery codes for a lost phone.

use serde::Serialize;
use totp_rs::{Builder, Secret, Totp};
use utoipa::ToSchema;

use crate::auth::domain::accounts::Account;
use crate::auth::domain::secret;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::db::engine::{StoreError, Tx};
use crate::{execute, with_tx};

/// The number of recovery codes.
pub const RECOVERY_CODE_COUNT: usize = 10;
/// The maximum length of a code as typed, in bytes. It leaves room for the separators of a recovery code.
pub const MAX_CODE_BYTES: usize = 40;

const UPSERT_SECRET: &str = "
insert into second_factor (account_id, secret, created_at) values ($1, $2, $3)
on conflict (account_id) do update set secret = excluded.secret, last_step = 0, created_at = excluded.created_at
where second_factor.confirmed_at is null";

const SELECT_SECRET: &str = "
select secret, last_step from second_factor where account_id = $1 and (confirmed_at is not null) = $2";

// The update locks the row, so that only one of two requests with the same code succeeds.
const MARK_TIME_STEP_USED: &str = "update second_factor set last_step = $2 where account_id = $1 and last_step < $2";

const CONFIRM: &str = "update second_factor set confirmed_at = $2 where account_id = $1 and confirmed_at is null";

const ADD_RECOVERY_CODE: &str = "insert into recovery_code (code_hash, account_id) values ($1, $2)";

const USE_RECOVERY_CODE: &str = "delete from recovery_code where code_hash = $1 and account_id = $2";

const REMOVE: &str = "delete from second_factor where account_id = $1";

const REMOVE_RECOVERY_CODES: &str = "delete from recovery_code where account_id = $1";

/// The secret of a new second factor, for an authenticator app.
#[derive(Serialize, ToSchema)]
#[schema(as = SecondFactorResponse)]
pub struct SecondFactorEnrollment {
    /// The secret in Base32, for typing into an app.
    #[schema(example = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")]
    pub secret: String,
    /// The secret as an `otpauth:` URI, to be shown as a QR code.
    #[schema(example = "otpauth://totp/Guide:linh%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Guide")]
    pub uri: String,
}

/// Creates a new secret and replaces an unconfirmed one. Sign-ins require no code until [`confirm_enrollment`] has
/// activated the secret. Returns `None` if the account already has a confirmed second factor. `guide_name` is the name
/// of the guide, which the app shows.
pub async fn begin_enrollment(
    tx: &mut Tx,
    account: &Account,
    guide_name: &str,
    now: Timestamp,
) -> Result<Option<SecondFactorEnrollment>, StoreError> {
    let secret = Secret::from(rand::random::<[u8; 20]>().as_slice());
    let enrollment =
        SecondFactorEnrollment { secret: secret.to_base32(), uri: otpauth_uri(secret, account, guide_name) };
    let rows = execute!(tx, sqlx::query(UPSERT_SECRET).bind(&account.id).bind(&enrollment.secret).bind(now))?;
    Ok((rows == 1).then_some(enrollment))
}

fn otpauth_uri(secret: Secret, account: &Account, guide_name: &str) -> String {
    // A colon separates the name of the guide from the address in the URI, so neither may contain one.
    let (guide_name, account_name) = (guide_name.replace(':', " "), account.email.replace(':', " "));
    let guide_name = Some(guide_name).filter(|guide_name| !guide_name.trim().is_empty());
    let totp = Builder::new().with_secret(secret).with_issuer(guide_name).with_account_name(account_name).build();
    totp.ok().and_then(|totp| totp.to_url().ok()).unwrap_or_default()
}

/// Activates the secret of [`begin_enrollment`] if `code` is valid, and returns the recovery codes, which are shown
/// only once. Returns `None` if the code is wrong or the account has no unconfirmed secret.
pub async fn confirm_enrollment(
    tx: &mut Tx,
    account: &AccountId,
    code: &str,
    now: Timestamp,
) -> Result<Option<Vec<String>>, StoreError> {
    if !redeem_totp_code(tx, account, code, false, now).await? {
        return Ok(None);
    }
    if execute!(tx, sqlx::query(CONFIRM).bind(account).bind(now))? == 0 {
        return Ok(None);
    }
    execute!(tx, sqlx::query(REMOVE_RECOVERY_CODES).bind(account))?;
    let codes: Vec<String> = (0..RECOVERY_CODE_COUNT).map(|_| secret::generate_readable_code(4)).collect();
    for code in &codes {
        execute!(tx, sqlx::query(ADD_RECOVERY_CODE).bind(hash_recovery_code(account, code)).bind(account))?;
    }
    Ok(Some(codes))
}

/// Redeems a code of the app or a recovery code: the same code is invalid from then on. Returns whether the code was
/// valid.
pub async fn redeem(tx: &mut Tx, account: &AccountId, code: &str, now: Timestamp) -> Result<bool, StoreError> {
    if code.len() > MAX_CODE_BYTES {
        return Ok(false);
    }
    if redeem_totp_code(tx, account, code, true, now).await? {
        return Ok(true);
    }
    Ok(execute!(tx, sqlx::query(USE_RECOVERY_CODE).bind(hash_recovery_code(account, code)).bind(account))? == 1)
}

/// Removes the second factor and its recovery codes.
pub async fn remove(tx: &mut Tx, account: &AccountId) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(REMOVE).bind(account))?;
    execute!(tx, sqlx::query(REMOVE_RECOVERY_CODES).bind(account))?;
    Ok(())
}

/// Verifies a code of the app and stores its time step as used. Returns whether the code was valid. If `is_confirmed`,
/// only a confirmed second factor counts; otherwise, only one that is not confirmed yet.
async fn redeem_totp_code(
    tx: &mut Tx,
    account: &AccountId,
    code: &str,
    is_confirmed: bool,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let row: Option<(String, i64)> =
        with_tx!(tx, |engine| sqlx::query_as(SELECT_SECRET).bind(account).bind(is_confirmed).fetch_optional(engine))?;
    let Some((secret, last_step)) = row else { return Ok(false) };
    let Some(totp) = totp(&secret) else {
        tracing::error!(%account, "the stored second factor is invalid");
        return Ok(false);
    };
    let Some(step) = time_step_of_code(&totp, code, last_step, now) else { return Ok(false) };
    Ok(execute!(tx, sqlx::query(MARK_TIME_STEP_USED).bind(account).bind(step))? == 1)
}

fn totp(secret: &str) -> Option<Totp> {
    let secret = Secret::try_from_base32(secret).ok()?;
    Builder::new().with_secret(secret).with_skew(1).build().ok()
}

/// The 30-second time step of `code`: the current step or an adjacent one. `None` if the code is wrong, or if its step
/// is not after `last_step`, the newest step whose code was used.
fn time_step_of_code(totp: &Totp, code: &str, last_step: i64, now: Timestamp) -> Option<i64> {
    let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let step = totp.check(&digits, u64::try_from(now.unix_seconds()).ok()?)?;
    i64::try_from(step).ok().filter(|step| *step > last_step)
}

/// The hash of a recovery code together with its account. Only letters and digits count, and case is ignored. A fast
/// hash is sufficient for 79 random bits.
fn hash_recovery_code(account: &AccountId, code: &str) -> String {
    let plain: String = code.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    secret::hash(&format!("{}\0{plain}", account.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of the test vectors in RFC 6238, appendix B. The tests use the last six digits of the eight-digit
    /// codes in that appendix.
    const RFC_6238_SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    #[test]
    fn codes_match_rfc_6238_and_may_be_one_step_off() {
        let totp = totp(RFC_6238_SECRET).expect("a secret");
        let step_at = |seconds: i64, code: &str| time_step_of_code(&totp, code, 0, Timestamp(seconds * 1000));
        assert_eq!(step_at(59, "287082"), Some(1));
        assert_eq!(step_at(1_111_111_109, "081804"), Some(37_037_036));
        assert_eq!(step_at(1_111_111_109 + 30, " 081 804 "), Some(37_037_036));
        assert_eq!(step_at(1_111_111_109 - 30, "081804"), Some(37_037_036));
        assert_eq!(step_at(1_111_111_109 + 60, "081804"), None);
        for wrong_code in ["", "81804", "0081804", "08180x", "081805"] {
            assert_eq!(step_at(1_111_111_109, wrong_code), None, "{wrong_code}");
        }
    }

    #[test]
    fn code_of_used_time_step_is_rejected() {
        let totp = totp(RFC_6238_SECRET).expect("a secret");
        assert_eq!(time_step_of_code(&totp, "287082", 1, Timestamp(59_000)), None);
        assert_eq!(time_step_of_code(&totp, "287082", 0, Timestamp(59_000)), Some(1));
    }

    #[test]
    fn recovery_code_hash_depends_on_account_but_not_on_case_or_separators() {
        let (me, you) = (AccountId("me".into()), AccountId("you".into()));
        let code = secret::generate_readable_code(4);
        assert_eq!(code.len(), 19);
        assert_ne!(code, secret::generate_readable_code(4));
        let typed_code = code.replace('-', " ").to_uppercase();
        assert_eq!(hash_recovery_code(&me, &code), hash_recovery_code(&me, &typed_code));
        assert_ne!(hash_recovery_code(&me, &code), hash_recovery_code(&you, &code));
    }
}
