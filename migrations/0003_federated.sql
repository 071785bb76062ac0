-- Signing in with accounts that somebody else keeps.
create table federated_identity (
    issuer text not null, -- who keeps it: the same subject means somebody else elsewhere
    subject text not null,
    provider text not null, -- google, facebook, openid, firebase
    account_id text not null references account (id) on delete cascade,
    email text, -- as it was told last
    created_at {{ time }} not null,
    primary key (issuer, subject)
);
create index federated_identity_account on federated_identity (account_id);

-- Sign-ins under way, from the start until the provider sends the browser back. Deleted when used.
create table sign_in_flow (
    state_hash text primary key,
    browser_hash text not null, -- of the secret that only the browser has which began
    provider text not null,
    nonce text not null,
    verifier text not null, -- of PKCE: worth nothing without the code, which is never here
    return_to text not null,
    expires_at {{ time }} not null
);
create index sign_in_flow_expires on sign_in_flow (expires_at);

alter table account add column tokens_valid_since {{ time }}; -- another provider's older tokens are refused
