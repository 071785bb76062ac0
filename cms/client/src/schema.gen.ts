// Written by generate.mjs from openapi.json (make contract). Never edited by hand.
export interface paths {
  "/api/admin/audit": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists who did what.
     * @description One row for each call that changed something, or was asked to, and was not refused: who, what, from where, and the
     *     fields that differ. The newest first. `X-Total-Count` says how many there are, counted up to 10,000, `Link` with
     *     `rel="next"` where they go on. Passwords, codes and tokens are never in it. Rows are kept for a year unless the guide's
     *     configuration says otherwise.
     */
    get: operations["listAudit"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/businesses/bulk": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Changes many places.
     * @description All of them or none: an id that is no place's, and a place that would have no category, refuse the whole. Places that
     *     are so already are not touched. For ten minutes it can be undone.
     */
    post: operations["updatePlaces"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/businesses/bulk/{id}/undo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Undoes a change of many places.
     * @description Once, within ten minutes (`canUndoUntil`). Each is again exactly what it was; those that somebody has changed or deleted
     *     since are left alone, and named.
     */
    post: operations["undoUpdatePlaces"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/comments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists comments of one status.
     * @description The newest first. `X-Total-Count` says how many there are, `Link` with `rel="next"` where they go on.
     */
    get: operations["listComments"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/comments/bulk": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Settles many comments: approved, rejected or spam.
     * @description From waiting and from spam alone. All of them or none: an unknown id, or one that is settled, refuses the whole.
     *      For ten minutes it can be undone.
     */
    post: operations["moderateComments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/comments/bulk/{id}/undo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Undoes the verdicts on many comments.
     * @description Once, within ten minutes (`canUndoUntil`). Each stands again as it stood before; what somebody has changed or
     *      deleted since is left alone, and named.
     */
    post: operations["undoModerateComments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/comments/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Deletes a comment with the answers to it.
     * @description It is gone from the public guestbook at once, and the answers under it with it. For ten minutes `restoreComment` brings
     *     them back.
     */
    delete: operations["deleteComment"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/comments/{id}/moderate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Settles a comment: approved, rejected or spam.
     * @description From waiting and from spam alone.
     */
    post: operations["moderateComment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/comments/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Brings a deleted comment back.
     * @description As it was, with the answers to it, within ten minutes of `deleteComment`.
     */
    post: operations["restoreComment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/contact": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists messages to the team.
     * @description The newest first, spam among them unless a status is asked for. `X-Total-Count` says how many there are, `Link` with
     *     `rel="next"` where they go on.
     */
    get: operations["listMessages"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/contact/counts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts what waits, and how the 24-hour promise is kept.
     * @description `new` is what the inbox shows; `late` and `answeredIn24h` are about the promise that the contact page makes.
     */
    get: operations["countMessages"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/contact/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One message to the team.
     * @description Its `ETag` begins with its version, which is what `If-Match` compares when it is changed.
     */
    get: operations["getMessage"];
    /**
     * Changes a message's status and note.
     * @description Fields that are not sent stay as they are. With `If-Match` the change is made only to that version.
     *     An answered message and one called spam teach the guide what spam looks like here.
     */
    put: operations["updateMessage"];
    post?: never;
    /**
     * Removes a message.
     * @description For ten minutes `restoreMessage` brings it back; then it is gone for good. What it taught the guide about spam stays,
     *     for its words were what they were.
     */
    delete: operations["deleteMessage"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/contact/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Brings a removed message back.
     * @description As it was, within ten minutes of `deleteMessage`.
     */
    post: operations["restoreMessage"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/enquiries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists enquiries.
     * @description The newest first: all of them for admins; for owners those to places that were theirs when the enquiry was sent.
     *     `X-Total-Count` says how many there are, `Link` with `rel="next"` where they go on.
     */
    get: operations["listEnquiries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/enquiries/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One enquiry.
     * @description For admins, and for whoever owned the place when it was sent; 404 for everybody else.
     */
    get: operations["getEnquiry"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Adds an entry in somebody's name.
     * @description It is approved, and so public at once.
     */
    post: operations["createAdminEntry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/approved": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists approved entries.
     * @description The newest first. `X-Total-Count` says how many there are, `Link` with `rel="next"` where they go on.
     */
    get: operations["listApprovedEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/bulk": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Settles many entries: approved, rejected or spam.
     * @description From waiting and from spam alone. All of them or none: an unknown id, or one that is settled, refuses the whole.
     *      For ten minutes it can be undone.
     */
    post: operations["moderateEntries"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/bulk/{id}/undo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Undoes the verdicts on many entries.
     * @description Once, within ten minutes (`canUndoUntil`). Each stands again as it stood before; what somebody has changed or
     *      deleted since is left alone, and named.
     */
    post: operations["undoModerateEntries"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/counts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts entries by status, and the comments that wait.
     * @description Each status is one list of the console; comments are counted apart, because they are settled by themselves.
     */
    get: operations["countEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/pending": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists entries that wait for review.
     * @description The newest first. `X-Total-Count` says how many there are, `Link` with `rel="next"` where they go on.
     */
    get: operations["listPendingEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/rejected": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists entries that were turned down.
     * @description The newest first. `X-Total-Count` says how many there are, `Link` with `rel="next"` where they go on.
     */
    get: operations["listRejectedEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/spam": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists entries that are filed as spam.
     * @description The newest first. `X-Total-Count` says how many there are, `Link` with `rel="next"` where they go on.
     */
    get: operations["listSpamEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One entry as moderators see it, whatever its status.
     * @description With its spam score and the reasons for it, its notes and all its comments. Its `ETag` begins with its version.
     */
    get: operations["getAdminEntry"];
    /**
     * Changes an entry.
     * @description Whatever its status, which stays. Fields that are not sent stay as they are, blank ones become null. With
     *     `If-Match` the change is made only to that version.
     */
    put: operations["updateEntry"];
    post?: never;
    /**
     * Deletes an entry with its comments.
     * @description At once, also from the public guestbook. For ten minutes `restoreEntry` brings it back; then it is gone for good. An
     *     author withdraws an entry of their own with `deleteOwnEntry`.
     */
    delete: operations["deleteEntry"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/{id}/moderate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Settles an entry: approved, rejected or spam.
     * @description From waiting and from spam alone. For ten minutes it can be undone; an author whose entry is approved gets a letter.
     */
    post: operations["moderateEntry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Brings a deleted entry back.
     * @description As it was, with its comments and photos, within ten minutes of `deleteEntry`.
     */
    post: operations["restoreEntry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/{id}/undo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Undoes the newest verdict on an entry.
     * @description Within ten minutes of it (`canUndoUntil`); the entry stands again as it stood before.
     */
    post: operations["undoModeration"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/invalid-values": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists stored values that break today's rules.
     * @description A value that was stored before a rule was added or tightened stays, and a save that does not change it succeeds. Each call
     *     checks `limit` records, some of which break a rule and most of which do not: `Link` with `rel="next"` says where the check
     *     goes on, until all records were checked. Places and articles in the trash are not checked, nor are guestbook entries that
     *     are not public.
     */
    get: operations["listInvalidValues"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/render-failures": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists pages that cannot be rendered.
     * @description Such a page stays as it was when it last rendered, or answers 503 where it never did, and `liveSince` of its record stays
     *     null. The server tries again every 15 seconds, 200 pages at a time, and whenever the page is asked for; a page that renders leaves the list. At
     *     most 200 pages, those of the replica that answers.
     */
    get: operations["listRenderFailures"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/stats": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts for the console's first page.
     * @description An admin's are of the whole guide, a business owner's of their own places.
     */
    get: operations["getStats"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists accounts.
     * @description The newest first. `X-Total-Count` says how many there are, `Link` with `rel="next"` where they go on.
     */
    get: operations["listUsers"];
    put?: never;
    /**
     * Adds an account.
     * @description Its person is sent an invitation with a link to choose a password; until then nobody can sign in to it.
     */
    post: operations["createUser"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/users.csv": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Exports accounts as CSV.
     * @description All that the filters leave, not one page of them. No cell is a formula to a spreadsheet: what would be one begins
     *     with an apostrophe.
     */
    get: operations["exportUsers"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/users/counts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts accounts by role.
     * @description Deactivated accounts are among them.
     */
    get: operations["countUsers"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/users/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One account.
     * @description Its `ETag` begins with its version, which is what `If-Match` compares when the account is changed.
     */
    get: operations["getUser"];
    /**
     * Changes an account.
     * @description Fields that are not sent stay as they are; what changes counts from the person's next request on. With
     *     `If-Match` the change is made only to that version. The last admin who can sign in stays one.
     */
    put: operations["updateUser"];
    post?: never;
    /**
     * Deletes an account.
     * @description Its sessions and likes end, its places lose their owner, what it wrote in the guestbook stays under an abbreviated
     *     name. The last admin who can sign in stays.
     */
    delete: operations["deleteUser"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/users/{id}/password-link": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Makes a link to choose a password, for an admin to hand over.
     * @description An account without a password gets the link of its invitation, any other one a link to reset the password. The link
     *     is good once and replaces every earlier one. Using it ends every session of the account. Unlike a mailed
     *     link it does not verify the address, and it leaves the second factor.
     */
    post: operations["createPasswordLink"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists articles.
     * @description The newest first. `X-Total-Count` says how many there are, `Link` with `rel="next"` where they go on.
     */
    get: operations["listArticles"];
    put?: never;
    /**
     * Adds an article.
     * @description Its HTML is cleaned. With a publication date in the future it becomes public then, by itself.
     */
    post: operations["createArticle"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles/topics": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The topics of public articles.
     * @description Sorted by name, each with the number of articles that have it.
     */
    get: operations["listTopics"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles/trash": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the articles in the trash.
     * @description What was moved there last comes first. `X-Total-Count` says how many there are.
     */
    get: operations["listArticleTrash"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One article, by id or by the last part of its address.
     * @description Other words behind the id answer 301. Inactive and scheduled articles are shown to admins alone.
     */
    get: operations["getArticle"];
    /**
     * Changes an article.
     * @description Fields that are not sent stay as they are. With `If-Match` the change is made only to that version.
     *     When the title changes and the words in its address were made from it, they follow and the old ones redirect.
     */
    put: operations["updateArticle"];
    post?: never;
    /**
     * Moves an article to the trash.
     * @description Nobody sees it any more but admins in the list of what is there, from which they can restore it until the day that the
     *     list names (`keptUntil`): then it is gone for good.
     */
    delete: operations["deleteArticle"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Takes an article out of the trash.
     * @description It is again what it was, under its own address, and public if it is active and its time has come.
     */
    post: operations["restoreArticle"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/account": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One's own account.
     * @description With what one can do about it: whether it has a password, a second factor, a verified address.
     */
    get: operations["getAccount"];
    /**
     * Change one's own profile.
     * @description Fields that are not sent stay as they are. The address and the role are not one's own to change.
     */
    put: operations["updateAccount"];
    post?: never;
    /**
     * Delete one's own account.
     * @description Requires the password; an account without one sends the code of `requestDeletionCode`. Deletes its sessions, likes and
     *     enquiries, and its guestbook entries and comments that are not public. Public ones stay under an abbreviated name, and its
     *     places stay without an owner. An email confirms it.
     */
    delete: operations["deleteAccount"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/account/deletion-code": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have a code sent that deletes an account without a password.
     * @description It is good once, for 30 minutes. 409 for an account with a password: that is what `deleteAccount` asks for.
     */
    post: operations["requestDeletionCode"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/account/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The data of one's own account.
     * @description A JSON file. Photos, moderators' notes, spam scores, hashes and secrets are left out.
     */
    get: operations["exportAccount"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/federated/{provider}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Stop signing in with somebody else's account.
     * @description 409 when it is the only way in.
     */
    delete: operations["unlinkFederated"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/federated/{provider}/callback": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Come back from a provider.
     * @description A page that tells the one which opened its window how it went, by the BroadcastChannel `karst-sign-in` (`{ok: true}`
     *     or `{ok: false, code}`), and closes; elsewhere it leads on. Signed in, the browser holds the refresh cookie.
     */
    get: operations["endFederatedSignIn"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/federated/{provider}/start": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Begin to sign in with somebody else's account.
     * @description For a window of its own, or for a link on a page: it leads to the provider, and from there back to this guide, which
     *     then leads on to `returnTo`, a path of this guide. A short-lived cookie ties the way back to the browser that began.
     */
    get: operations["startFederatedSignIn"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/firebase/sync": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make the identity known and read the account.
     * @description Who it is stands in the token alone: a `uid` or an `email` that says otherwise is 403. Names and picture fill what
     *     the account lacks. A deactivated account is answered with `isActive: false`, and nothing else is open to it. A token
     *     of Firebase is met here first: its account is found by the identity or by the address that Firebase has verified, or
     *     made.
     */
    post: operations["syncIdentity"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/jwks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The keys that access tokens can be verified with (JWKS).
     * @description They are EdDSA keys. A service beside the guide that checks tokens by itself reads them from here and picks by `kid`.
     */
    get: operations["getKeys"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/password": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Choose another password.
     * @description Every session of the account ends, and a new one begins with this answer.
     */
    put: operations["changePassword"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/password-reset": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a letter with a link to choose a password.
     * @description The answer is the same whether the address has an account or not.
     */
    post: operations["requestPasswordReset"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/password-reset/confirm": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Choose a password with the link of a letter, or with one that an admin has handed over.
     * @description The link is used up and every session of the account ends. A link that was mailed verifies the address.
     */
    post: operations["confirmPasswordReset"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/refresh": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Carry the session on.
     * @description Exchanges the refresh cookie for an access token and the next cookie. A cookie that was exchanged before ends its
     *     session, unless that was within the last 30 seconds (two tabs, a lost answer).
     */
    post: operations["refreshSession"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/second-factor": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Offer a second factor.
     * @description The secret counts once a code of it was sent to `/api/auth/second-factor/confirm`. For staff alone, and with the
     *     password: whoever finds a browser signed in does not get to lock its owner out. An account without a password must
     *     have signed in within the last ten minutes; otherwise the problem's `type` is `/problems/recent-sign-in-required`.
     */
    post: operations["offerSecondFactor"];
    /**
     * Remove one's second factor.
     * @description With the password, where the account has one. Recovery codes go with it.
     */
    delete: operations["removeSecondFactor"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/second-factor/confirm": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make the offered second factor count.
     * @description Answers ten recovery codes, this once.
     */
    post: operations["confirmSecondFactor"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/sessions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where one is signed in.
     * @description The session that was used last comes first.
     */
    get: operations["listSessions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/sessions/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Sign out somewhere.
     * @description Its tokens count no more from the next request on. The session that asks may end itself too.
     */
    delete: operations["endSession"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/sign-in": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in by e-mail and password.
     * @description The refresh token comes in an HttpOnly cookie. An unknown address, a wrong password and a deactivated account are
     *     answered alike. An account with a second factor wants a `code` too: without one, or with a wrong one, the problem's
     *     `type` is `/problems/second-factor-required`, which is said only when the password was right.
     */
    post: operations["signIn"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/sign-out": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign out.
     * @description Ends the session of the access token and of the refresh cookie, whichever is sent: every token of it is refused from
     *     the next request on. A session that has ended already is no error, a token that was never ours is.
     */
    post: operations["signOut"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/sign-out-everywhere": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign out everywhere.
     * @description Every session of the account ends, this one too. Where Firebase keeps the accounts, its tokens of earlier sign-ins
     *     count no more.
     */
    post: operations["signOutEverywhere"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/sign-up": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make an account.
     * @description The new person is signed in and is sent a letter to verify the address; the display name is first and last name with
     *     a space. An address that is in use is told as such, after the limit of attempts.
     */
    post: operations["signUp"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/verification": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have a letter sent that verifies the address.
     * @description Does nothing where it is verified already.
     */
    post: operations["requestVerification"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/verification/confirm": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Verify an address with the link of a letter.
     * @description The link shows whose the mailbox is; who is not signed in to the account adds its `password`, so that nobody makes an
     *     account of somebody else good by following a link.
     */
    post: operations["confirmVerification"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists places.
     * @description Without paging parameters up to 1,000, best first (featured, then by rating); with `q` the best answers first. Accents
     *     need not be typed, but those that are count; where nothing has what was typed, two letters of a word may have changed
     *     places, one of four letters may have another slip, one of eight two. `X-Total-Count` says how many there are (exact
     *     for plain and category lists; searches are counted up to 10,000), `Link` with `rel="next"` where they go on.
     */
    get: operations["listPlaces"];
    put?: never;
    /**
     * Adds a place.
     * @description An owner's place belongs to the owner and is inactive until an admin activates it.
     */
    post: operations["createPlace"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses.csv": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Every active place as CSV, under an open licence.
     * @description The same facts as `businesses.json`, a row for each place; lists stand in one cell with semicolons. No cell is a
     *     formula to a spreadsheet: what would be one begins with an apostrophe.
     */
    get: operations["placeSheet"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses.geojson": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All active places as GeoJSON, for maps.
     * @description Compact, and the same for everybody: what a marker needs, up to 50,000 points. `Link` with `rel="license"` leads to
     *     the licence, `attribution` is to be shown wherever the data is.
     */
    get: operations["placeFeed"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Every active place as JSON, under an open licence.
     * @description The facts of each (not its texts, pictures and ratings), by id. `Link` with `rel="license"` names the licence; show
     *     the attribution wherever you use the data. It is sent as it is read, however large the guide is.
     */
    get: operations["placeDataset"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses/trash": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the places in the trash.
     * @description What was moved there last comes first. `X-Total-Count` says how many there are.
     */
    get: operations["listTrash"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One place, by id or by its name in addresses.
     * @description A name that it had before answers 301. Inactive places are shown to their owner and to admins alone.
     */
    get: operations["getPlace"];
    /**
     * Changes a place.
     * @description Fields that are not sent stay as they are. With `If-Match` the change is made only to that version: the record's
     *     `version` in quotes, or the `ETag` that it was read with.
     *     When the name changes and its address was made from it, the address follows and the old one redirects.
     */
    put: operations["updatePlace"];
    post?: never;
    /**
     * Moves a place to the trash.
     * @description Nobody sees it any more but admins in the list of what is there, from which they can restore it until the day that the
     *     list names (`keptUntil`): then it is gone for good.
     */
    delete: operations["deletePlace"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses/{id}/enquiries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends an enquiry to a place.
     * @description It goes to the place's email address, else to its owner's, with the sender's address for the reply; the sender gets a
     *     receipt. 404 where the place's `acceptsEnquiries` is false. Enquiries are deleted after 12 months.
     */
    post: operations["createEnquiry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses/{id}/guestbook": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists what travellers wrote about a place.
     * @description As the whole guestbook does. Of a place that is not public, its owner and admins alone hear.
     */
    get: operations["listPlaceEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Takes a place out of the trash.
     * @description It is again what it was, under its own address, and public if it was active.
     */
    post: operations["restorePlace"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/categories": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All categories.
     * @description In the order in which they were made, each with the number of active places in it.
     */
    get: operations["listCategories"];
    put?: never;
    /**
     * Adds a category.
     * @description Its name in addresses is made from its name unless `slug` is sent. It counts no places until some are put into it.
     */
    post: operations["createCategory"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/categories/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One category.
     * @description With the number of active places in it. Its slug and aliases find it in lists of places.
     */
    get: operations["getCategory"];
    /**
     * Changes a category.
     * @description Fields that are not sent stay as they are. With `If-Match` the change is made only to that version.
     */
    put: operations["updateCategory"];
    post?: never;
    /**
     * Removes a category that no place is in.
     * @description Places have to be moved to others first: while any is in it, the answer is 409. For ten minutes `restoreCategory` brings
     *     it back.
     */
    delete: operations["deleteCategory"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/categories/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Brings a removed category back.
     * @description As it was and under its id, within ten minutes of `deleteCategory`. 409 when another category has its slug, or an alias
     *     of it, by now.
     */
    post: operations["restoreCategory"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/contact": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Writes to the team.
     * @description The team and the sender each get a letter. The guide promises an answer within 24 hours.
     */
    post: operations["sendMessage"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/firebase-config": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How one signs in to this guide.
     * @description Read it before showing a form: `provider` says who keeps the accounts, the rest which ways in there are.
     */
    get: operations["getSignInConfig"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/guestbook": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists guestbook entries.
     * @description Approved ones, the newest first; authors who are signed in also see their own that wait, with the status `pending`.
     *     `X-Total-Count` says how many there are, `Link` with `rel="next"` where they go on.
     */
    get: operations["listEntries"];
    put?: never;
    /**
     * Adds a guestbook entry.
     * @description It appears when it has been reviewed; until then its author alone sees it, as `pending`. How much one account may
     *     post within an hour is limited.
     */
    post: operations["createEntry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/guestbook/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One guestbook entry.
     * @description One that waits is there for its author alone.
     */
    get: operations["getEntry"];
    put?: never;
    post?: never;
    /**
     * Withdraws one's own guestbook entry.
     * @description Whatever its status, and for good. Somebody else's is 403, one that is not to be seen 404.
     */
    delete: operations["deleteOwnEntry"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/guestbook/{id}/comments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Adds a comment under an entry.
     * @description It appears at once, unless it looks like spam: then it waits for a moderator, and its status is `pending`. Comments
     *     can be answered, answers cannot.
     */
    post: operations["createComment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/media": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the library.
     * @description The newest first. An owner sees the pictures that they sent. `X-Total-Count` says how many there are, `Link` with
     *     `rel="next"` where they go on.
     */
    get: operations["listPictures"];
    put?: never;
    /**
     * Sends a picture.
     * @description Of the file nothing is kept but its pixels: it is turned upright, converted to sRGB, and made anew in up to four
     *     widths. A picture of the library is public at once, and can be used once it is described; a photo for a guestbook
     *     entry is public when the entry is.
     */
    post: operations["addPicture"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/media/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One picture.
     * @description With its addresses in each width, its words and its focal point. An owner sees the pictures that they sent.
     */
    get: operations["getPicture"];
    /**
     * Changes a picture's words and focal point.
     * @description Fields that are not sent stay as they are. One that is in use must stay described or decorative.
     */
    put: operations["updatePicture"];
    post?: never;
    /**
     * Removes a picture.
     * @description 409 names what shows it; with `force` it is removed all the same, and what shows it falls back to an illustration. For ten
     *     minutes `restorePicture` brings it back; then it is gone with its files.
     */
    delete: operations["deletePicture"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/media/{id}/file": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Puts another file in the place of a picture's.
     * @description Wherever the picture is shown, the new one is. It has another address; its words stay.
     */
    put: operations["replacePicture"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/media/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Brings a removed picture back.
     * @description As it was and wherever it was shown, within ten minutes of `deletePicture`. What an admin has removed admins alone bring
     *     back.
     */
    post: operations["restorePicture"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/media/{id}/uses": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What shows a picture.
     * @description At most 200 places, articles and guestbook entries.
     */
    get: operations["listPictureUses"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/opening": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reads opening hours.
     * @description For a form, while somebody writes them: the answer is what the place's `opening` would be. What would be refused there
     *     is refused here, in the same words.
     */
    get: operations["readOpening"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/pages/about": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who makes the guide, and why.
     * @description `{brand}`, `{region}` and `{email}` in the texts stand for the settings' words; whoever shows them puts those in.
     */
    get: operations["getAbout"];
    /**
     * Changes About.
     * @description It acts at once on the public site. Fields that are not sent stay as they are; a part that is sent replaces the part.
     */
    put: operations["updateAbout"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/pages/getting-here": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How to get to the region, and around in it.
     * @description `{brand}`, `{region}` and `{email}` in the texts stand for the settings' words; so in the other pages.
     */
    get: operations["getGettingHere"];
    /**
     * Changes Getting Here.
     * @description It acts at once on the public site. Fields that are not sent stay as they are; a list or a part that is sent (`cities`)
     *     replaces it. The first time all fields are needed. With `If-Match` the change is made only to that version. So for
     *     the other pages.
     */
    put: operations["updateGettingHere"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/pages/help": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Questions that travellers ask, with their answers.
     * @description `{brand}`, `{region}` and `{email}` in the texts stand for the settings' words; whoever shows them puts those in.
     */
    get: operations["getHelp"];
    /**
     * Changes Help.
     * @description It acts at once on the public site. Fields that are not sent stay as they are; a list that is sent replaces the list.
     */
    put: operations["updateHelp"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/pages/privacy": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Terms of service and privacy policy.
     * @description `{brand}`, `{region}` and `{email}` in the texts stand for the settings' words; whoever shows them puts those in.
     */
    get: operations["getPrivacy"];
    /**
     * Changes the terms and the privacy policy.
     * @description It acts at once on the public site. Fields that are not sent stay as they are; a list that is sent replaces the list.
     */
    put: operations["updatePrivacy"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/settings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The region's settings.
     * @description What another region changes: its name, the map's centre, the time zone, contacts, and what the home page says. Read it
     *     first: times of the guide are in its `timeZone`, and the map begins at its centre.
     */
    get: operations["getSettings"];
    /**
     * Changes the region's settings.
     * @description They act at once on the public site. Fields that are not sent stay as they are; a part that is sent (`map`, `doors`)
     *     replaces the part. With `If-Match` the change is made only to that version.
     */
    put: operations["updateSettings"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/suggestions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Suggests places, categories and tags.
     * @description For a search box, while somebody types: the last word may be its beginning. Slips and accents are treated as in a list
     *     with `q`.
     */
    get: operations["listSuggestions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/likes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the places that one has saved.
     * @description The newest like first; places that are not public (any more) are left out. `X-Total-Count` says how many there are,
     *     `Link` with `rel="next"` where they go on.
     */
    get: operations["listLikes"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/likes/toggle": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Saves a place, or takes that back: whichever it is not.
     * @description The answer says which it is now. A client that knows what it wants sends `likePlace` or `unlikePlace`, which may be
     *     sent twice.
     */
    post: operations["toggleLike"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/likes/{businessId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Saves a place. One that is saved already stays so.
     * @description The answer says how many people have saved the place.
     */
    put: operations["likePlace"];
    post?: never;
    /**
     * Takes a saved place back. One that is not saved stays so.
     * @description The answer says how many people have saved the place.
     */
    delete: operations["unlikePlace"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description Who makes the guide, and why. */
    About: {
      /** @description What is planned. */
      future: components["schemas"]["Passage"];
      /**
       * @description A sentence or two under it.
       * @example Made by people who live here.
       */
      intro: string;
      /** @description What the guide is for. */
      mission: components["schemas"]["Passage"];
      /** @description How it came to be. */
      story: components["schemas"]["Passage"];
      /**
       * @description The heading.
       * @example About {brand}
       */
      title: string;
      /** @description What its makers hold themselves to. */
      values: components["schemas"]["Passage"][];
    };
    /**
     * @description About.
     * @example {
     *       "future": {
     *         "paragraphs": [
     *           "{brand} in more languages."
     *         ],
     *         "title": "What comes next"
     *       }
     *     }
     */
    AboutChanges: {
      /** @description What is planned. */
      future?: {
        /** @description The paragraphs. */
        paragraphs: string[];
        /** @description The heading. */
        title: string;
      };
      /** @description A sentence or two under the heading; blank for none. */
      intro?: string;
      /** @description What the guide is for. */
      mission?: {
        /** @description The paragraphs. */
        paragraphs: string[];
        /** @description The heading. */
        title: string;
      };
      /** @description How it came to be. */
      story?: {
        /** @description The paragraphs. */
        paragraphs: string[];
        /** @description The heading. */
        title: string;
      };
      /** @description The heading. */
      title?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description What its makers hold themselves to. */
      values?: {
        /** @description The paragraphs. */
        paragraphs: string[];
        /** @description The heading. */
        title: string;
      }[];
      /** @description Ignored; `If-Match` is what counts. */
      readonly version?: unknown;
    };
    /**
     * @description An account's permanent id, made by `cms`. The identity provider's own uid is another column.
     * @example 0198c6a1f0e27d4cb1a29c1e5a7d3f10
     */
    AccountId: string;
    /** @description An account, as its owner sees it. */
    AccountView: {
      /**
       * @description First and last name.
       * @example Linh Tran
       */
      displayName: string;
      /**
       * @description The e-mail address, in lower case.
       * @example linh@example.org
       */
      email: string;
      /**
       * @description Given name; may be empty.
       * @example Linh
       */
      firstName: string;
      /** @description A deactivated account is signed out at its next request. */
      isActive: boolean;
      /**
       * @description Family name; may be empty.
       * @example Tran
       */
      lastName: string;
      /** @description Address of a picture. */
      photoURL: string | null;
      /** @description What the person may do. */
      role: components["schemas"]["Role"];
      /**
       * @description The permanent id.
       * @example 0198c6a1f0e27d4cb1a29c1e5a7d3f10
       */
      uid: string;
    };
    /** @description A comment as moderators see it. */
    AdminCommentView: {
      /**
       * @description The address of that account.
       * @example minh@example.org
       */
      authorEmail: string | null;
      authorId: components["schemas"]["AccountId"] | null;
      /**
       * @description Who wrote it, whole.
       * @example Minh Lê
       */
      authorName: string;
      /**
       * @description What they wrote, plain text.
       * @example We were there in May, too.
       */
      comment: string;
      /** @description When it was written. */
      createdAt: components["schemas"]["Moment"];
      /** @description The entry that it stands under. */
      entryId: components["schemas"]["EntryId"];
      /**
       * @description The first 100 characters of that entry.
       * @example The boat slid into the dark and nobody spoke.
       */
      entryMessage: string;
      /** @description Its id. */
      id: components["schemas"]["CommentId"];
      moderatedAt: components["schemas"]["Moment"] | null;
      /** @description What moderators noted. */
      notes: string | null;
      parentCommentId: components["schemas"]["CommentId"] | null;
      /** @description Why. */
      spamReasons: components["schemas"]["SpamReason"][];
      /**
       * Format: int64
       * @description How likely it is spam, in percent.
       * @example 45
       */
      spamScore: number;
      /** @description How it stands. */
      status: components["schemas"]["Status"];
    };
    /** @description An entry that an admin makes. It is public at once. */
    AdminEntryForm: {
      /**
       * @description Who wrote it, whole; readers see first name and last initial.
       * @example Linh Trần
       */
      authorName: string;
      /** @description Degrees north; a numeric string is taken too. */
      latitude?: number | string | null;
      /**
       * @description Where it was, in words or as the address of a map.
       * @example Lantern Bay boat station
       */
      location?: string | null;
      /** @description Degrees east; a numeric string is taken too. */
      longitude?: number | string | null;
      /**
       * @description What happened, in plain words.
       * @example The boat slid into the dark and nobody spoke.
       */
      message: string;
      /**
       * @description Where the author is from.
       * @example Vietnam
       */
      nationality?: string | null;
      /**
       * @description Stars from 1 to 5; a numeric string is taken too.
       * @example 5
       */
      rating?: number | string | null;
      /**
       * @description The place that it is about.
       * @example 7
       */
      relatedPlaceId?: number | null;
      /**
       * @description How it stands.
       * @default approved
       * @enum {string}
       */
      status?: "approved";
    };
    /** @description An entry as moderators see it. */
    AdminEntryView: {
      /**
       * @description The address of that account.
       * @example linh@example.org
       */
      authorEmail: string | null;
      authorId: components["schemas"]["AccountId"] | null;
      /**
       * @description Who wrote it, whole.
       * @example Linh Trần
       */
      authorName: string;
      canUndoUntil: components["schemas"]["Moment"] | null;
      /**
       * Format: int64
       * @description How many comments there are, whatever their status.
       * @example 2
       */
      commentCount: number;
      /** @description Those, the oldest first, at most 100. */
      comments: components["schemas"]["AdminCommentView"][];
      /** @description When it was written. */
      createdAt: components["schemas"]["Moment"];
      /** @description Its id. */
      id: components["schemas"]["EntryId"];
      /** @description Whether the caller wrote it. */
      isOwn: boolean;
      /**
       * Format: double
       * @description Degrees north.
       * @example 16.58137
       */
      latitude: number | null;
      /**
       * @description Where it was, in words or as the address of a map.
       * @example Lantern Bay boat station
       */
      location: string | null;
      /**
       * Format: double
       * @description Degrees east.
       * @example 107.28308
       */
      longitude: number | null;
      /**
       * @description What they wrote, plain text.
       * @example The boat slid into the dark and nobody spoke.
       */
      message: string;
      moderatedAt: components["schemas"]["Moment"] | null;
      /**
       * @description Where they are from.
       * @example Vietnam
       */
      nationality: string | null;
      /** @description What moderators noted. */
      notes: string | null;
      /** @description Its photos. While it waits, their files are sent to its author and to admins alone, who say who they are. */
      pictures: components["schemas"]["PictureView"][];
      /**
       * Format: int64
       * @description 1 to 5, whole.
       * @example 5
       */
      rating: number | null;
      relatedPlace: components["schemas"]["EntryPlace"] | null;
      relatedPlaceId: components["schemas"]["PlaceId"] | null;
      /** @description Why. */
      spamReasons: components["schemas"]["SpamReason"][];
      /**
       * Format: int64
       * @description How likely it is spam, in percent.
       * @example 15
       */
      spamScore: number;
      /** @description How it stands. */
      status: components["schemas"]["Status"];
      /** @description When it last changed. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description Grows by one with each change; what `If-Match` compares.
       * @example 1
       */
      version: number;
    };
    /** @description An article. Text is counted in code points after normalisation to NFC; blank optional text becomes null. */
    ArticleChanges: {
      /**
       * @description Who wrote it.
       * @example Linh Tran
       */
      author?: string;
      /**
       * @description What it says, as HTML. What the guide does not keep is taken out when it is saved.
       * @example <h2>By boat</h2><p>Boats leave from the wharf.</p>
       */
      contentHtml?: string;
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /**
       * Format: http-url
       * @description Where it, or more of it, stands elsewhere.
       */
      externalUrl?: string | null;
      /** @description The id in the address. */
      id?: number;
      /**
       * @description Whether it may be public.
       * @default true
       */
      isActive?: boolean;
      /**
       * @description Whether it is among the featured guides.
       * @default false
       */
      isFeatured?: boolean;
      /**
       * @description Degrees north of what it is about; a numeric string is taken too.
       * @example 16.58137
       */
      latitude?: number | string;
      /** @description Ignored. */
      readonly liveSince?: unknown;
      /**
       * @description Degrees east of what it is about; a numeric string is taken too.
       * @example 107.28308
       */
      longitude?: number | string;
      /**
       * Format: image-url
       * @description Its main picture: a path on this site or an http(s) address.
       */
      mainImageUrl?: string | null;
      /** @description GeoJSON (RFC 7946) of at most 64 kB to draw over its map. */
      mapOverlay?: {
        [key: string]: unknown;
      } | null;
      /** @description Ignored. */
      readonly pictures?: unknown;
      /**
       * @description When it becomes public, as RFC 3339. In the future it is scheduled.
       * @example 2026-11-21T08:00:00.000Z
       */
      publicationDate?: string;
      /** @description The words in its address. Made from the title when they are not sent; old ones redirect. */
      slug?: string;
      /** @description Ignored. */
      readonly standing?: unknown;
      /**
       * @description What it is about.
       * @example From a boat ride to a week in the forest.
       */
      summary?: string;
      /** @description Its topics. */
      tags?: string[];
      /**
       * @description Its title.
       * @example A day on the river
       */
      title?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly uuid?: unknown;
      /** @description Ignored; `If-Match` is what counts. */
      readonly version?: unknown;
    };
    /** @description An article with those of its fields that were asked for. */
    ArticleFields: {
      /**
       * @description Who wrote it.
       * @example Linh Tran
       */
      author?: string;
      /**
       * @description What it says. The server has cleaned it: headings, lists, tables, figures, pictures, quotes, code and links, and
       *     nothing that acts.
       * @example <h2>By boat</h2><p>Boats leave from the wharf.</p>
       */
      contentHtml?: string;
      /** @description When it was added. */
      createdAt?: components["schemas"]["Moment"];
      /** @description Where it, or more of it, stands elsewhere. */
      externalUrl?: string | null;
      /** @description Its id. */
      id?: components["schemas"]["ArticleId"];
      /** @description Inactive articles are shown to admins alone. */
      isActive?: boolean;
      /** @description Whether it is among the featured guides. */
      isFeatured?: boolean;
      /**
       * Format: double
       * @description Degrees north of what it is about.
       * @example 16.58137
       */
      latitude?: number;
      liveSince?: components["schemas"]["Moment"] | null;
      /**
       * Format: double
       * @description Degrees east of what it is about.
       * @example 107.28308
       */
      longitude?: number;
      /** @description Its main picture: `/…` or http(s). */
      mainImageUrl?: string | null;
      /** @description GeoJSON (RFC 7946) to draw over its map: a route, an area. */
      mapOverlay?: {
        [key: string]: unknown;
      } | null;
      /** @description Those that are this guide's own, of that and of the text, each once, in order. */
      pictures?: components["schemas"]["PictureView"][];
      /** @description When it is, was or becomes public. */
      publicationDate?: components["schemas"]["Moment"];
      /**
       * @description The words in its address: `/inspiration/{id}-{slug}`.
       * @example a-day-on-the-river
       */
      slug?: string;
      standing?: components["schemas"]["Standing"] | null;
      /**
       * @description What it is about, plain text.
       * @example From a boat ride to a week in the forest.
       */
      summary?: string;
      /**
       * @description Its topics.
       * @example [
       *       "cave",
       *       "planning"
       *     ]
       */
      tags?: string[];
      /**
       * @description Its title, plain text.
       * @example A day on the river
       */
      title?: string;
      /** @description When it last changed. */
      updatedAt?: components["schemas"]["Moment"];
      /**
       * @description What feeds call it, for good, as `urn:uuid:…`; blank for some moments while an older server is beside this one.
       * @example 0198c6a1-f0e2-7d4c-b1a2-9c1e5a7d3f10
       */
      uuid?: string;
      /**
       * Format: int64
       * @description Grows by one with each change; what `If-Match` compares.
       * @example 3
       */
      version?: number;
      /** @description In answers to a change: what its author should look at. */
      warnings?: components["schemas"]["Warning"][];
    };
    /** @description An article. Text is counted in code points after normalisation to NFC; blank optional text becomes null. */
    ArticleForm: {
      /**
       * @description Who wrote it.
       * @example Linh Tran
       */
      author: string;
      /**
       * @description What it says, as HTML. What the guide does not keep is taken out when it is saved.
       * @example <h2>By boat</h2><p>Boats leave from the wharf.</p>
       */
      contentHtml: string;
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /**
       * Format: http-url
       * @description Where it, or more of it, stands elsewhere.
       */
      externalUrl?: string | null;
      /** @description The id in the address. */
      id?: number;
      /**
       * @description Whether it may be public.
       * @default true
       */
      isActive?: boolean;
      /**
       * @description Whether it is among the featured guides.
       * @default false
       */
      isFeatured?: boolean;
      /**
       * @description Degrees north of what it is about; a numeric string is taken too.
       * @example 16.58137
       */
      latitude: number | string;
      /** @description Ignored. */
      readonly liveSince?: unknown;
      /**
       * @description Degrees east of what it is about; a numeric string is taken too.
       * @example 107.28308
       */
      longitude: number | string;
      /**
       * Format: image-url
       * @description Its main picture: a path on this site or an http(s) address.
       */
      mainImageUrl?: string | null;
      /** @description GeoJSON (RFC 7946) of at most 64 kB to draw over its map. */
      mapOverlay?: {
        [key: string]: unknown;
      } | null;
      /** @description Ignored. */
      readonly pictures?: unknown;
      /**
       * @description When it becomes public, as RFC 3339. In the future it is scheduled.
       * @example 2026-11-21T08:00:00.000Z
       */
      publicationDate: string;
      /** @description The words in its address. Made from the title when they are not sent; old ones redirect. */
      slug?: string;
      /** @description Ignored. */
      readonly standing?: unknown;
      /**
       * @description What it is about.
       * @example From a boat ride to a week in the forest.
       */
      summary: string;
      /** @description Its topics. */
      tags?: string[];
      /**
       * @description Its title.
       * @example A day on the river
       */
      title: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly uuid?: unknown;
      /** @description Ignored; `If-Match` is what counts. */
      readonly version?: unknown;
    };
    /**
     * Format: int64
     * @description An article, for ever.
     * @example 7
     */
    ArticleId: number;
    /** @description The whole article, or the fields that `fields` asked for. */
    ArticleItem: components["schemas"]["ArticleView"] | components["schemas"]["ArticleFields"];
    /** @description An article in the trash: enough to know it by. */
    ArticleTrashItem: {
      /**
       * @description Who wrote it.
       * @example Linh Tran
       */
      author: string;
      deletedAt: components["schemas"]["Moment"] | null;
      /** @description Its id. */
      id: components["schemas"]["ArticleId"];
      /** @description Whether it is public again once it is restored, or when its time comes. */
      isActive: boolean;
      keptUntil: components["schemas"]["Moment"] | null;
      /** @description When it was, or would have become, public. */
      publicationDate: components["schemas"]["Moment"];
      /**
       * @description Its title, plain text.
       * @example A day on the river
       */
      title: string;
    };
    /** @description An article. */
    ArticleView: {
      /**
       * @description Who wrote it.
       * @example Linh Tran
       */
      author: string;
      /**
       * @description What it says. The server has cleaned it: headings, lists, tables, figures, pictures, quotes, code and links, and
       *     nothing that acts.
       * @example <h2>By boat</h2><p>Boats leave from the wharf.</p>
       */
      contentHtml: string;
      /** @description When it was added. */
      createdAt: components["schemas"]["Moment"];
      /** @description Where it, or more of it, stands elsewhere. */
      externalUrl: string | null;
      /** @description Its id. */
      id: components["schemas"]["ArticleId"];
      /** @description Inactive articles are shown to admins alone. */
      isActive: boolean;
      /** @description Whether it is among the featured guides. */
      isFeatured: boolean;
      /**
       * Format: double
       * @description Degrees north of what it is about.
       * @example 16.58137
       */
      latitude: number;
      liveSince: components["schemas"]["Moment"] | null;
      /**
       * Format: double
       * @description Degrees east of what it is about.
       * @example 107.28308
       */
      longitude: number;
      /** @description Its main picture: `/…` or http(s). */
      mainImageUrl: string | null;
      /** @description GeoJSON (RFC 7946) to draw over its map: a route, an area. */
      mapOverlay: {
        [key: string]: unknown;
      } | null;
      /** @description Those that are this guide's own, of that and of the text, each once, in order. */
      pictures: components["schemas"]["PictureView"][];
      /** @description When it is, was or becomes public. */
      publicationDate: components["schemas"]["Moment"];
      /**
       * @description The words in its address: `/inspiration/{id}-{slug}`.
       * @example a-day-on-the-river
       */
      slug: string;
      standing: components["schemas"]["Standing"] | null;
      /**
       * @description What it is about, plain text.
       * @example From a boat ride to a week in the forest.
       */
      summary: string;
      /**
       * @description Its topics.
       * @example [
       *       "cave",
       *       "planning"
       *     ]
       */
      tags: string[];
      /**
       * @description Its title, plain text.
       * @example A day on the river
       */
      title: string;
      /** @description When it last changed. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * @description What feeds call it, for good, as `urn:uuid:…`; blank for some moments while an older server is beside this one.
       * @example 0198c6a1-f0e2-7d4c-b1a2-9c1e5a7d3f10
       */
      uuid: string;
      /**
       * Format: int64
       * @description Grows by one with each change; what `If-Match` compares.
       * @example 3
       */
      version: number;
      /** @description In answers to a change: what its author should look at. */
      warnings?: components["schemas"]["Warning"][];
    };
    /**
     * Format: int64
     * @description A row of the audit log.
     * @example 7
     */
    AuditId: number;
    /** @description Something that somebody did. */
    AuditItem: {
      accountId: components["schemas"]["AccountId"] | null;
      /**
       * @description What they did: the `operationId` of this document, or a command's name, as `user password`.
       * @example updatePlace
       */
      action: string;
      /**
       * @description The address of the network that it came from, or `command line`; blank once the account is
       *     deleted.
       * @example 203.0.113.7
       */
      address: string;
      /**
       * @description Fields by the names of the contract: those that differ.
       * @example {
       *       "name": "Lantern Cave"
       *     }
       */
      after: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Fields by the names of the contract: those that differ.
       * @example {
       *       "name": "Lantern Cave"
       *     }
       */
      before: {
        [key: string]: unknown;
      } | null;
      /** @description Its id. */
      id: components["schemas"]["AuditId"];
      kind: components["schemas"]["AuditKind"] | null;
      /** @description When. */
      madeAt: components["schemas"]["Moment"];
      /**
       * @description The id that the answer carried as `X-Request-Id`, and the server's log; blank for a command.
       * @example 0198c6a1f0e27d4c
       */
      requestId: string;
      /**
       * @description Which; null for the settings, of which there is one.
       * @example 7
       */
      subjectId: string | null;
      /**
       * @description What it was called then.
       * @example Lantern Cave
       */
      subjectName: string | null;
      /**
       * @description Their address as it was then; null once the account is deleted.
       * @example linh@example.org
       */
      whoEmail: string | null;
      /**
       * @description Their name as it was then; null once the account is deleted.
       * @example Linh Tran
       */
      whoName: string | null;
    };
    /**
     * @description What can be changed.
     * @enum {string}
     */
    AuditKind:
      | "place"
      | "category"
      | "article"
      | "entry"
      | "comment"
      | "picture"
      | "settings"
      | "page"
      | "message"
      | "enquiry"
      | "user";
    /**
     * @description How a place is booked.
     * @enum {string}
     */
    BookingType: "none" | "direct" | "affiliate";
    /** @description A change of many places. What is not sent stays as it is. */
    BulkChanges: {
      /** @description Categories that each of them is put into, after those that it has. */
      addCategoryIds?: number[];
      /** @description With `true` those that were to be verified again (`recheckReason`) are no longer. */
      dismissRecheck?: boolean;
      /**
       * @description Which ones; those named twice count once.
       * @example [
       *       7,
       *       12
       *     ]
       */
      ids: number[];
      /** @description Whether they are public. */
      isActive?: boolean;
      /** @description Whether they are featured on the home page and first in lists. */
      isPremium?: boolean;
      /** @description Whether the guide recommends them. */
      isRecommended?: boolean;
      /** @description Whether their locations were checked. `true` is a check by the caller, now: verified places get its date too. */
      isVerified?: boolean;
      /** @description Categories that each of them is taken out of. */
      removeCategoryIds?: number[];
    };
    /**
     * Format: int64
     * @description A change of many things at once.
     * @example 7
     */
    BulkId: number;
    /** @description What an undo has done. */
    BulkUndoView: {
      /** @description The ones that somebody has changed or deleted since: they stay as they are. */
      leftAlone: components["schemas"]["LeftAlone"][];
      /**
       * @description The ones that are again what they were.
       * @example [
       *       7
       *     ]
       */
      restoredIds: number[];
    };
    /**
     * @description A moderator's verdict on many.
     * @example {
     *       "ids": [
     *         7,
     *         12
     *       ],
     *       "status": "approved"
     *     }
     */
    BulkVerdictForm: {
      /**
       * @description Which ones; those named twice count once.
       * @example [
       *       7,
       *       12
       *     ]
       */
      ids: number[];
      /**
       * @description The verdict.
       * @enum {string}
       */
      status: "approved" | "rejected" | "spam";
    };
    /** @description What a call has changed, and how it is undone. */
    BulkView: {
      canUndoUntil: components["schemas"]["Moment"] | null;
      /**
       * @description The ones that it changed; the others were so already.
       * @example [
       *       7,
       *       12
       *     ]
       */
      changedIds: number[];
      undoId: components["schemas"]["BulkId"] | null;
    };
    /** @description A category. */
    CategoryChanges: {
      /** @description Further slugs that find it. */
      aliases?: string[];
      /**
       * @description Colour of its markers; null is the grey default.
       * @example #78350F
       */
      color?: string | null;
      /** @description One emoji. */
      emoji?: string | null;
      /** @description A lucide icon's name, or `cave`. */
      icon?: string | null;
      /** @description The id in the address. */
      id?: number;
      /**
       * @description What travellers read.
       * @example Caves
       */
      name?: string;
      /** @description Ignored. */
      readonly placeCount?: unknown;
      /**
       * @description Its name in addresses. One that it had before becomes an alias, so that links keep working.
       * @example cave
       */
      slug?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly version?: unknown;
    };
    /** @description A category. */
    CategoryForm: {
      /** @description Further slugs that find it. */
      aliases?: string[];
      /**
       * @description Colour of its markers; null is the grey default.
       * @example #78350F
       */
      color?: string | null;
      /** @description One emoji. */
      emoji?: string | null;
      /** @description A lucide icon's name, or `cave`. */
      icon?: string | null;
      /** @description The id in the address. */
      id?: number;
      /**
       * @description What travellers read.
       * @example Caves
       */
      name: string;
      /** @description Ignored. */
      readonly placeCount?: unknown;
      /**
       * @description Its name in addresses. One that it had before becomes an alias, so that links keep working.
       * @example cave
       */
      slug?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly version?: unknown;
    };
    /**
     * Format: int64
     * @description A category.
     * @example 7
     */
    CategoryId: number;
    /** @description A category as a place names it. */
    CategoryRef: {
      /**
       * @description `#rrggbb` of its markers; null is the grey default.
       * @example #78350F
       */
      color: string | null;
      /** @description One emoji. */
      emoji: string | null;
      /**
       * @description A lucide icon's name, or `cave`.
       * @example cave
       */
      icon: string | null;
      /** @description Its id. */
      id: components["schemas"]["CategoryId"];
      /**
       * @description What travellers read.
       * @example Caves
       */
      name: string;
      /**
       * @description Its name in addresses.
       * @example cave
       */
      slug: string;
    };
    /** @description A category that somebody may mean. */
    CategorySuggestion: {
      /** @description Its id. */
      id: components["schemas"]["CategoryId"];
      /**
       * @description What travellers read.
       * @example Caves
       */
      name: string;
      /**
       * @description Its name in addresses.
       * @example cave
       */
      slug: string;
    };
    /** @description A category. */
    CategoryView: {
      /**
       * @description Further slugs that find it; the other number (`caves` for `cave`) always does.
       * @example [
       *       "grotto"
       *     ]
       */
      aliases: string[];
      /**
       * @description `#rrggbb` of its markers; null is the grey default.
       * @example #78350F
       */
      color: string | null;
      /** @description One emoji. */
      emoji: string | null;
      /**
       * @description A lucide icon's name, or `cave`.
       * @example cave
       */
      icon: string | null;
      /** @description Its id. */
      id: components["schemas"]["CategoryId"];
      /**
       * @description What travellers read.
       * @example Caves
       */
      name: string;
      /**
       * Format: int64
       * @description Active places in it.
       * @example 32
       */
      placeCount: number;
      /**
       * @description Its name in addresses.
       * @example cave
       */
      slug: string;
      /** @description When it last changed. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description Grows by one with each change; what `If-Match` compares.
       * @example 1
       */
      version: number;
    };
    /** @description A city that people come from. */
    City: {
      /**
       * Format: int64
       * @description Kilometres from the region, by road.
       * @example 45
       */
      distanceKm: number;
      /**
       * @description Its name.
       * @example Hanoi
       */
      name: string;
      /** @description Ways from there. */
      options: components["schemas"]["TransportOption"][];
    };
    /** @description A code. */
    CodeForm: {
      /**
       * @description Six digits from the authenticator app, or a recovery code.
       * @example 081804
       */
      code: string;
    };
    /**
     * Format: int64
     * @description A comment under a guestbook entry.
     * @example 7
     */
    CommentId: number;
    /** @description A comment under an entry. */
    CommentView: {
      /**
       * @description Who wrote it: first name and last initial.
       * @example Minh L.
       */
      authorName: string;
      /**
       * @description What they wrote, plain text.
       * @example We were there in May, too.
       */
      comment: string;
      /** @description When it was written. */
      createdAt: components["schemas"]["Moment"];
      /** @description Its id. */
      id: components["schemas"]["CommentId"];
      /** @description Whether the caller wrote it. */
      isOwn: boolean;
      parentCommentId: components["schemas"]["CommentId"] | null;
      /** @description `approved`, or for its author `pending`. */
      status: components["schemas"]["Status"];
    };
    /**
     * @description How far a place's point can be trusted.
     * @enum {string}
     */
    Confidence: "surveyed" | "approximate" | "village-level";
    /** @description How one signs in to this guide. */
    ConfigView: {
      /**
       * @description Where Firebase keeps the accounts: names the project to Google. Like the others of Firebase it is no secret.
       * @example AIzaSyExample
       */
      apiKey?: string | null;
      /** @description The app within the project. */
      appId?: string | null;
      /**
       * @description Where browsers sign in with others' accounts, at Firebase.
       * @example karst-guide.firebaseapp.com
       */
      authDomain?: string | null;
      /**
       * @description Where Firebase's emulator listens, in development.
       * @example 127.0.0.1:9099
       */
      emulatorHost?: string | null;
      /** @description Other accounts that one may sign in with, in the order in which they are offered. */
      federated: components["schemas"]["Federated"][];
      /** @description Whether letters (verification, forgotten passwords) reach their people: a mail server is set. */
      mail: boolean;
      /**
       * @description What people call the provider behind `openid`, where the guide was told.
       * @example Province ID
       */
      openidName: string | null;
      /**
       * @description The shortest password, in characters.
       * @example 6
       */
      passwordMinLength: number;
      /**
       * @description Firebase's project.
       * @example karst-guide
       */
      projectId?: string | null;
      /** @description Who keeps the accounts. */
      provider: components["schemas"]["Provider"];
    };
    /**
     * @description A message to the team.
     * @example {
     *       "email": "linh@example.org",
     *       "message": "Is there a boat to the cave that takes twelve?",
     *       "name": "Linh Tran",
     *       "subject": "A boat for twelve",
     *       "type": "travel"
     *     }
     */
    ContactForm: {
      /**
       * @description For how long the form was open, in milliseconds.
       * @example 42000
       */
      elapsedMs?: number | null;
      /**
       * Format: deliverable-email
       * @description The email address, in any case.
       * @example linh@example.org
       */
      email: string;
      /** @description Left blank by people: the form hides it, and what is filled in speaks for spam. */
      leaveBlank?: string | null;
      /**
       * @description What there is to say.
       * @example Is there a boat to the cave that takes twelve?
       */
      message: string;
      /**
       * @description Who writes.
       * @example Linh Tran
       */
      name: string;
      /**
       * @description What it is about.
       * @example A boat for twelve
       */
      subject: string;
      /**
       * @description What it is about, of a few.
       * @default general
       * @enum {string}
       */
      type?: "general" | "business" | "travel" | "technical" | "feedback";
    };
    /**
     * @description A country by its ISO 3166-1 alpha-2 code. Settings from before there was one mean [`phone::DEFAULT_COUNTRY`].
     * @example VN
     */
    Country: string;
    /** @description All active places as open data. */
    Dataset: {
      /**
       * @description To be shown wherever the data is.
       * @example © OpenStreetMap contributors
       */
      attribution: string;
      /**
       * @description The licence's SPDX name.
       * @example ODbL-1.0
       */
      license: string;
      /**
       * @description Where the licence is.
       * @example https://opendatacommons.org/licenses/odbl/1-0/
       */
      licenseUrl: string;
      /** @description The places, by id. */
      places: components["schemas"]["OpenPlace"][];
    };
    /** @description The password, or the mailed code of an account without one. */
    DeletionForm: {
      /**
       * @description The code that `requestDeletionCode` sent; for accounts without a password.
       * @example 30 41 59 26
       */
      code?: string | null;
      /**
       * @description The account's password.
       * @example seven-lanterns
       */
      currentPassword?: string | null;
    };
    /** @description A way into the guide. */
    Door: {
      /**
       * @description What the link says.
       * @example Open the map
       */
      button: string;
      /**
       * @description Where it leads.
       * @example /explore
       */
      href: string;
      /**
       * @description A sentence or two.
       * @example Every cave, café and homestay on one map.
       */
      text: string;
      /**
       * @description The heading.
       * @example Explore
       */
      title: string;
    };
    /**
     * @description How the email to the place or its owner fared.
     * @enum {string}
     */
    EnquiryDelivery: "waiting" | "sent" | "failed" | "no_mail_server" | "no_address" | "spam";
    /**
     * @description An enquiry to a place.
     * @example {
     *       "arrival": "2027-03-14",
     *       "departure": "2027-03-16",
     *       "email": "linh@example.org",
     *       "message": "Is there a room for the four of us?",
     *       "name": "Linh Tran",
     *       "people": 4
     *     }
     */
    EnquiryForm: {
      /**
       * @description The first day, YYYY-MM-DD.
       * @example 2027-03-14
       */
      arrival?: string | null;
      /**
       * @description The last day, YYYY-MM-DD; not before `arrival`.
       * @example 2027-03-16
       */
      departure?: string | null;
      /**
       * @description For how long the form was open, in milliseconds.
       * @example 42000
       */
      elapsedMs?: number | null;
      /**
       * Format: deliverable-email
       * @description The email address, in any case.
       * @example linh@example.org
       */
      email: string;
      /** @description Left blank by people: the form hides it, and what is filled in speaks for spam. */
      leaveBlank?: string | null;
      /**
       * @description What they ask.
       * @example Is there a room for the four of us?
       */
      message: string;
      /**
       * @description Who asks.
       * @example Linh Tran
       */
      name: string;
      /**
       * @description How many people.
       * @example 4
       */
      people?: number | null;
    };
    /**
     * Format: int64
     * @description An enquiry to a place.
     * @example 7
     */
    EnquiryId: number;
    /** @description An enquiry has arrived. */
    EnquiryReceipt: {
      /** @description Its id. */
      id: components["schemas"]["EnquiryId"];
      /** @description When. */
      receivedAt: components["schemas"]["Moment"];
    };
    /** @description An enquiry, as admins and whoever owned the place at that time see it. */
    EnquiryView: {
      /**
       * @description The first day, YYYY-MM-DD.
       * @example 2027-03-14
       */
      arrival: string | null;
      businessId: components["schemas"]["PlaceId"] | null;
      /**
       * @description What the place was called.
       * @example Lantern Lodge
       */
      businessName: string;
      /** @description When it arrived. It is deleted 12 months later. */
      createdAt: components["schemas"]["Moment"];
      /** @description How its email fared. */
      delivery: components["schemas"]["EnquiryDelivery"];
      /** @description What the mail server said when it refused the email. */
      deliveryError: string | null;
      /**
       * @description The last day, YYYY-MM-DD.
       * @example 2027-03-16
       */
      departure: string | null;
      /**
       * @description Where answers go, in lower case.
       * @example linh@example.org
       */
      email: string;
      /** @description Its id. */
      id: components["schemas"]["EnquiryId"];
      /**
       * @description What they ask.
       * @example Is there a room for the four of us?
       */
      message: string;
      /**
       * @description Who asks.
       * @example Linh Tran
       */
      name: string;
      /**
       * Format: int64
       * @description How many people.
       * @example 4
       */
      people: number | null;
      /**
       * @description Where the email went: the place's address, else its owner's; null where there was none.
       * @example stay@example.org
       */
      recipient: string | null;
      /** @description Why. */
      spamReasons: components["schemas"]["SpamReason"][];
      /**
       * Format: int64
       * @description How likely it is spam, in percent.
       * @example 4
       */
      spamScore: number;
    };
    /** @description What may be changed of an entry. Blank text becomes null, and so does a rating or a place of 0. */
    EntryChanges: {
      /**
       * @description Where it was, in words or as the address of a map.
       * @example Lantern Bay boat station
       */
      location?: string | null;
      /**
       * @description What happened, in plain words.
       * @example The boat slid into the dark and nobody spoke.
       */
      message?: string;
      /**
       * @description Where the author is from.
       * @example Vietnam
       */
      nationality?: string | null;
      /**
       * @description Stars from 1 to 5; a numeric string is taken too.
       * @example 5
       */
      rating?: number | string | null;
      /**
       * @description The place that it is about.
       * @example 7
       */
      relatedPlaceId?: number | null;
    };
    /** @description How many entries there are of each status, and how many comments wait. */
    EntryCounts: {
      /**
       * Format: int64
       * @description Public ones.
       * @example 40
       */
      approved: number;
      /**
       * Format: int64
       * @description Waiting comments.
       * @example 2
       */
      comments: number;
      /**
       * Format: int64
       * @description Waiting entries.
       * @example 3
       */
      pending: number;
      /**
       * Format: int64
       * @description Turned down.
       * @example 1
       */
      rejected: number;
      /**
       * Format: int64
       * @description Filed as spam.
       * @example 5
       */
      spam: number;
    };
    /**
     * Format: int64
     * @description A guestbook entry.
     * @example 7
     */
    EntryId: number;
    /** @description The place that an entry is about. */
    EntryPlace: {
      /** @description Its id. */
      id: components["schemas"]["PlaceId"];
      /**
       * @description Its name.
       * @example Lantern Cave
       */
      name: string;
      /**
       * @description Its name in addresses.
       * @example lantern-cave
       */
      slug: string;
    };
    /** @description A guestbook entry. */
    EntryView: {
      /**
       * @description Who wrote it: first name and last initial.
       * @example Linh T.
       */
      authorName: string;
      /**
       * Format: int64
       * @description How many comments the caller may see.
       * @example 2
       */
      commentCount: number;
      /** @description Those, the oldest first, at most 100. */
      comments: components["schemas"]["CommentView"][];
      /** @description When it was written. */
      createdAt: components["schemas"]["Moment"];
      /** @description Its id. */
      id: components["schemas"]["EntryId"];
      /** @description Whether the caller wrote it. */
      isOwn: boolean;
      /**
       * Format: double
       * @description Degrees north.
       * @example 16.58137
       */
      latitude: number | null;
      /**
       * @description Where it was, in words or as the address of a map.
       * @example Lantern Bay boat station
       */
      location: string | null;
      /**
       * Format: double
       * @description Degrees east.
       * @example 107.28308
       */
      longitude: number | null;
      /**
       * @description What they wrote, plain text.
       * @example The boat slid into the dark and nobody spoke.
       */
      message: string;
      /**
       * @description Where they are from.
       * @example Vietnam
       */
      nationality: string | null;
      /** @description Its photos. While it waits, their files are sent to its author and to admins alone, who say who they are. */
      pictures: components["schemas"]["PictureView"][];
      /**
       * Format: int64
       * @description 1 to 5, whole.
       * @example 5
       */
      rating: number | null;
      relatedPlace: components["schemas"]["EntryPlace"] | null;
      relatedPlaceId: components["schemas"]["PlaceId"] | null;
      /** @description `approved`, or for its author `pending`. */
      status: components["schemas"]["Status"];
    };
    /** @description An account's data, without photos, moderators' notes, spam scores, hashes and secrets. */
    ExportView: {
      /** @description The account. */
      account: components["schemas"]["ProfileView"];
      /** @description The places that belong to it. */
      businesses: components["schemas"]["OwnPlace"][];
      /** @description And under the entries of others. */
      comments: components["schemas"]["OwnComment"][];
      /** @description What it did, as long as the audit log keeps it. */
      deeds: components["schemas"]["OwnDeed"][];
      /** @description What it asked places, as long as that is kept. */
      enquiries: components["schemas"]["OwnEnquiry"][];
      /** @description What it wrote into the guestbook. */
      entries: components["schemas"]["OwnEntry"][];
      /** @description When this was written. */
      exportedAt: components["schemas"]["Moment"];
      /** @description Accounts that others keep and that sign in to it. */
      federated: components["schemas"]["OwnIdentity"][];
      /** @description Letters of the last 30 days: what they were about and when. */
      letters: components["schemas"]["OwnLetter"][];
      /** @description The places that it has saved. */
      likes: components["schemas"]["OwnLike"][];
      /** @description Where it is signed in. */
      sessions: components["schemas"]["SessionItem"][];
      /** @description When it last changed. */
      updatedAt: components["schemas"]["Moment"];
    };
    /** @description The password, where the account has one. */
    FactorForm: {
      /**
       * @description The account's password.
       * @example seven-lanterns
       */
      password?: string | null;
    };
    /**
     * @description Somebody else's accounts that one can sign in with.
     * @enum {string}
     */
    Federated: "google" | "facebook" | "openid";
    /** @description What is wrong with one field. */
    FieldError: {
      /**
       * @description The field's name in the request; parts of lists as `reviews.0.rating`.
       * @example name
       */
      field: string;
      /**
       * @description The sentence to show beside it.
       * @example Business name is required
       */
      message: string;
    };
    /** @description Ways to the region, and around in it. */
    GettingHere: {
      /** @description How to move about in the region. */
      around: components["schemas"]["Passage"][];
      /** @description Where people come from; the first is shown first. */
      cities: components["schemas"]["City"][];
      /**
       * @description A sentence or two under it.
       * @example Trains and buses stop an hour away.
       */
      intro: string;
      /** @description What to know before and on arrival. */
      tips: components["schemas"]["Tips"][];
      /**
       * @description The heading.
       * @example Getting to {region}
       */
      title: string;
      /**
       * @description When schedules and prices were looked up.
       * @example July 2025
       */
      verified: string;
    };
    /**
     * @description Getting Here.
     * @example {
     *       "title": "Getting to {region}",
     *       "verified": "July 2025"
     *     }
     */
    GettingHereChanges: {
      /** @description How to move about in the region. */
      around?: {
        /** @description The paragraphs. */
        paragraphs: string[];
        /** @description The heading. */
        title: string;
      }[];
      /** @description Where people come from; the first is shown first. */
      cities?: {
        /**
         * @description Kilometres from the region, by road.
         * @example 90
         */
        distanceKm: number;
        /**
         * @description Its name.
         * @example Hanoi
         */
        name: string;
        /** @description Ways from there. */
        options: {
          /** @description Who runs it. */
          companies?: string[];
          /** @description What else to know. */
          details?: string;
          /**
           * @description How long it takes, in words.
           * @example about 2 hours
           */
          duration: string;
          /**
           * @description What it costs, in words, with its year.
           * @example fare by berth
           */
          price: string;
          /**
           * @description What one goes by.
           * @example Train
           */
          type: string;
        }[];
      }[];
      /** @description A sentence or two under the heading; blank for none. */
      intro?: string;
      /** @description What to know before and on arrival. */
      tips?: {
        /** @description One sentence or two each. */
        items: string[];
        /** @description The heading. */
        title: string;
      }[];
      /** @description The heading. */
      title?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /**
       * @description When schedules and prices were looked up.
       * @example July 2025
       */
      verified?: string;
      /** @description Ignored; `If-Match` is what counts. */
      readonly version?: unknown;
    };
    /** @description Questions that travellers ask. */
    Help: {
      /**
       * @description A sentence or two under it.
       * @example What travellers ask most.
       */
      intro: string;
      /** @description The questions, each with its answer. */
      questions: components["schemas"]["Question"][];
      /**
       * @description The heading.
       * @example Help
       */
      title: string;
    };
    /**
     * @description Help.
     * @example {
     *       "questions": [
     *         {
     *           "answer": "Sign in and touch its heart.",
     *           "question": "How do I save a place?"
     *         }
     *       ]
     *     }
     */
    HelpChanges: {
      /** @description A sentence or two under the heading; blank for none. */
      intro?: string;
      /** @description The questions, each with its answer. */
      questions?: {
        /** @description One paragraph. */
        answer: string;
        /**
         * @description As travellers ask it.
         * @example How do I save a place?
         */
        question: string;
      }[];
      /** @description The heading. */
      title?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored; `If-Match` is what counts. */
      readonly version?: unknown;
    };
    /** @description A sentence that the home page types, and the button under it. */
    HeroPrompt: {
      /**
       * @description What the button says.
       * @example Show me some caves
       */
      button: string;
      /**
       * @description Where it leads.
       * @example /explore?category=cave
       */
      href: string;
      /**
       * @description What is typed.
       * @example I want to explore a cave.
       */
      text: string;
    };
    /** @description A stored value that breaks a rule. */
    InvalidValue: {
      /**
       * @description The field; parts of lists as `gallery.0`.
       * @example gallery.0
       */
      field: string;
      /**
       * @description The record's id; null for the settings.
       * @example 7
       */
      id: string | null;
      /** @description What kind of record it is in. */
      kind: components["schemas"]["AuditKind"];
      /**
       * @description The rule that it breaks, as a save would report it.
       * @example Image URL must be a valid URL or relative path starting with /
       */
      message: string;
      /**
       * @description The record's name.
       * @example Lantern Cave
       */
      name: string;
      /**
       * @description The value as text, at most 300 characters. Never a link: it may lead anywhere.
       * @example https://example.com:99999/cave.jpg
       */
      value: string;
    };
    /** @description One public key (RFC 7517, RFC 8037). */
    KeyView: {
      /**
       * @description The one algorithm it signs with.
       * @example EdDSA
       */
      alg: string;
      /**
       * @description The curve.
       * @example Ed25519
       */
      crv: string;
      /**
       * @description The name that tokens call it by.
       * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
       */
      kid: string;
      /**
       * @description The kind of key.
       * @example OKP
       */
      kty: string;
      /**
       * @description What it is for.
       * @example sig
       */
      use: string;
      /**
       * @description The public point, base64url.
       * @example 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
       */
      x: string;
    };
    /** @description The public keys (RFC 7517). */
    KeysView: {
      /** @description Newest first. */
      keys: components["schemas"]["KeyView"][];
    };
    /** @description The password, where the account has one. */
    LeaveForm: {
      /**
       * @description The account's password.
       * @example seven-lanterns
       */
      currentPassword?: string | null;
    };
    /** @description Something that an undo did not touch. */
    LeftAlone: {
      /**
       * Format: int64
       * @description Its id.
       * @example 12
       */
      id: number;
      /**
       * @description How it was called.
       * @example Lantern Cave
       */
      name: string;
    };
    /** @description The place whose heart was pressed. */
    LikeForm: {
      /**
       * @description The place's id.
       * @example 7
       */
      businessId: number;
    };
    /** @description How a place and the caller stand after a like or its end. */
    LikeView: {
      /** @description The place. */
      businessId: components["schemas"]["PlaceId"];
      /** @description Whether the caller likes it now. */
      isLiked: boolean;
      /**
       * Format: int64
       * @description How many people like it now.
       * @example 50
       */
      likeCount: number;
    };
    /** @description What the map shows first. */
    MapView: {
      /**
       * Format: double
       * @description Degrees north of the centre.
       * @example 16.48
       */
      latitude: number;
      /**
       * Format: double
       * @description Degrees east of the centre.
       * @example 107.45
       */
      longitude: number;
      /**
       * Format: double
       * @description Zoom level, as web maps count.
       * @example 10
       */
      zoom: number;
    };
    /** @description A picture's words and its focal point. Blank text becomes null. */
    MediaChanges: {
      /**
       * @description What it shows, for whoever cannot see it.
       * @example A boat enters the mouth of the cave
       */
      alt?: string | null;
      /** @description What stands under it. */
      caption?: string | null;
      /**
       * @description Who made it.
       * @example Linh Tran
       */
      credit?: string | null;
      /**
       * @description What must stay in sight, from left to right.
       * @example 0.5
       */
      focalX?: number;
      /**
       * @description What must stay in sight, from top to bottom.
       * @example 0.5
       */
      focalY?: number;
      /** @description Whether there is nothing to say about it. */
      isDecorative?: boolean;
      /**
       * @description On which terms it is shown.
       * @example CC BY 4.0
       */
      licence?: string | null;
      /** @description Ignored; `If-Match` is what counts. */
      readonly version?: unknown;
    };
    /** @description Another file for a picture, as `multipart/form-data`. */
    MediaReplacement: {
      /**
       * Format: binary
       * @description The file, as for a new picture.
       */
      file: string;
    };
    /** @description A picture to be kept, as `multipart/form-data`. */
    MediaUpload: {
      /**
       * @description What it shows, in at most 300 characters. An entry's must have it.
       * @example A boat enters the mouth of the cave
       */
      alt?: string;
      /**
       * Format: binary
       * @description The file: JPEG, PNG, WebP or GIF; at most 20 MB, 64 megapixels, and 16,384 pixels a side. Of other formats than
       *     JPEG, pictures that take more than 150 MB once decoded are refused.
       */
      file: string;
      /**
       * @description What it is for: `library`, or `entry` for a guestbook entry that is not sent yet.
       * @example library
       */
      purpose?: string;
    };
    /** @description A picture as those see it who keep it. */
    MediaView: {
      /**
       * @description What it shows, in words. Without one, and not decorative, it cannot be used.
       * @example A boat enters the mouth of the cave
       */
      alt: string | null;
      /**
       * Format: int64
       * @description All its files together.
       * @example 412000
       */
      bytes: number;
      /** @description What stands under it. */
      caption: string | null;
      /**
       * @description Its main colour.
       * @example #3a6b58
       */
      color: string;
      /** @description When it was sent. */
      createdAt: components["schemas"]["Moment"];
      /** @description Who made it. */
      credit: string | null;
      /**
       * Format: double
       * @description What must stay in sight when it is cut: 0 is left, 1 is right.
       * @example 0.5
       */
      focalX: number;
      /**
       * Format: double
       * @description The same from top, 0, to bottom, 1.
       * @example 0.4
       */
      focalY: number;
      /**
       * Format: int64
       * @description In pixels, as it was sent.
       * @example 3000
       */
      height: number;
      /** @description Its id. */
      id: components["schemas"]["PictureId"];
      /** @description Whether there is nothing to say about it. */
      isDecorative: boolean;
      /** @description Whether everybody may fetch it. A guestbook entry's is when the entry is. */
      isShown: boolean;
      /** @description On which terms it is shown. */
      licence: string | null;
      /**
       * @description The name of the file that was sent.
       * @example DSC_0412.JPG
       */
      name: string;
      /**
       * @description A ThumbHash as base64.
       * @example 1QcSHQRnh493V4dIh4eXh1h4kJUI
       */
      thumbhash: string;
      /** @description When it last changed. */
      updatedAt: components["schemas"]["Moment"];
      uploaderId: components["schemas"]["AccountId"] | null;
      /**
       * @description Its address, as in a `PictureView`.
       * @example /media/3f9c2a1b-9f86d081884c7d65.jpg
       */
      url: string;
      /**
       * Format: int64
       * @description How many places, articles and entries show it.
       * @example 2
       */
      useCount: number;
      /**
       * Format: int64
       * @description Grows by one with each change; what `If-Match` compares.
       * @example 1
       */
      version: number;
      /**
       * Format: int64
       * @description In pixels, as it was sent.
       * @example 4000
       */
      width: number;
      /**
       * @description The widths in which it is there as WebP, ascending.
       * @example [
       *       320,
       *       640,
       *       1280,
       *       1920
       *     ]
       */
      widths: number[];
    };
    /**
     * @description A message to the team.
     * @example {
     *       "note": "Boats take ten; told her to book two.",
     *       "status": "answered"
     *     }
     */
    MessageChanges: {
      /** @description Ignored. */
      readonly answeredAt?: unknown;
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /** @description Ignored. */
      readonly dueAt?: unknown;
      /** @description Ignored. */
      readonly email?: unknown;
      /** @description The id in the address, if it is sent back. */
      id?: number;
      /** @description Ignored. */
      readonly message?: unknown;
      /** @description Ignored. */
      readonly name?: unknown;
      /** @description What the team notes on it. */
      note?: string | null;
      /** @description Ignored. */
      readonly spamReasons?: unknown;
      /** @description Ignored. */
      readonly spamScore?: unknown;
      /**
       * @description Where it stands.
       * @example answered
       * @enum {string}
       */
      status?: "new" | "answered" | "closed" | "spam";
      /** @description Ignored. */
      readonly subject?: unknown;
      /** @description Ignored. */
      readonly type?: unknown;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly version?: unknown;
    };
    /** @description How the team keeps its promise. */
    MessageCounts: {
      /**
       * Format: int64
       * @description How many of a hundred messages of the last 30 days were answered within 24 hours, rounded down; null when there
       *     was none to answer.
       * @example 96
       */
      answeredIn24h: number | null;
      /**
       * Format: int64
       * @description Of those, the ones that have waited for more than 24 hours.
       * @example 1
       */
      late: number;
      /**
       * Format: int64
       * @description Messages that wait for an answer.
       * @example 3
       */
      new: number;
    };
    /**
     * Format: int64
     * @description A message to the team.
     * @example 7
     */
    MessageId: number;
    /**
     * @description Where a message stands.
     * @enum {string}
     */
    MessageStatus: "new" | "answered" | "closed" | "spam";
    /**
     * @description What a message is about.
     * @enum {string}
     */
    MessageTopic: "general" | "business" | "travel" | "technical" | "feedback";
    /** @description A message to the team, as admins see it. */
    MessageView: {
      answeredAt: components["schemas"]["Moment"] | null;
      /** @description When it arrived. */
      createdAt: components["schemas"]["Moment"];
      /** @description By when the guide has promised an answer: 24 hours after it arrived. */
      dueAt: components["schemas"]["Moment"];
      /**
       * @description Where answers go, in lower case.
       * @example linh@example.org
       */
      email: string;
      /** @description Its id. */
      id: components["schemas"]["MessageId"];
      /**
       * @description What they wrote.
       * @example Is there a boat to the cave that takes twelve?
       */
      message: string;
      /**
       * @description Who wrote it.
       * @example Linh Tran
       */
      name: string;
      /** @description What the team notes on it. */
      note: string | null;
      /** @description Why. */
      spamReasons: components["schemas"]["SpamReason"][];
      /**
       * Format: int64
       * @description How likely it is spam, in percent.
       * @example 4
       */
      spamScore: number;
      /** @description Where it stands. */
      status: components["schemas"]["MessageStatus"];
      /**
       * @description What it is about, in their words.
       * @example A boat for twelve
       */
      subject: string;
      /** @description What it is about, of a few. */
      type: components["schemas"]["MessageTopic"];
      /** @description When it last changed. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description Grows by one with each change; what `If-Match` compares.
       * @example 1
       */
      version: number;
    };
    /**
     * Format: date-time
     * @example 2026-11-21T08:00:00.000Z
     */
    Moment: string;
    /** @description A comment under an entry, or an answer to one. */
    NewComment: {
      /**
       * @description What is said, in plain words.
       * @example We were there in May, too.
       */
      comment: string;
      /**
       * @description For how long the form was open, in milliseconds.
       * @example 42000
       */
      elapsedMs?: number | null;
      /** @description Left blank by people: the form hides it, and what is filled in speaks for spam. */
      leaveBlank?: string | null;
      /** @description The comment that it answers; answers are not answered. */
      parentCommentId?: number | null;
    };
    /** @description An entry for the guestbook. Text is counted in code points after normalisation to NFC. */
    NewEntry: {
      /**
       * @description For how long the form was open, in milliseconds.
       * @example 42000
       */
      elapsedMs?: number | null;
      /** @description Degrees north; a numeric string is taken too. */
      latitude?: number | string | null;
      /** @description Left blank by people: the form hides it, and what is filled in speaks for spam. */
      leaveBlank?: string | null;
      /**
       * @description Where it was, in words or as the address of a map.
       * @example Lantern Bay boat station
       */
      location?: string | null;
      /** @description Degrees east; a numeric string is taken too. */
      longitude?: number | string | null;
      /**
       * @description What happened, in plain words.
       * @example The boat slid into the dark and nobody spoke.
       */
      message: string;
      /**
       * @description Where the author is from.
       * @example Vietnam
       */
      nationality?: string | null;
      /** @description Photos that were sent for it before, by `POST /api/media`; public when it is. */
      pictureIds?: number[];
      /**
       * @description Stars from 1 to 5; a numeric string is taken too.
       * @example 5
       */
      rating?: number | string | null;
      /**
       * @description The place that it is about.
       * @example 7
       */
      relatedPlaceId?: number | null;
    };
    /** @description An experience, as the form in a place's dialog asks for it; it is sent as a `NewEntry`. */
    NewExperience: {
      /**
       * @description For how long the form was open, in milliseconds.
       * @example 42000
       */
      elapsedMs?: number | null;
      /** @description Left blank by people: the form hides it, and what is filled in speaks for spam. */
      leaveBlank?: string | null;
      /**
       * @description What happened, in plain words.
       * @example The boat slid into the dark and nobody spoke.
       */
      message: string;
      /**
       * @description Where the author is from.
       * @example Vietnam
       */
      nationality?: string | null;
      /** @description Photos that were sent for it before, by `POST /api/media`; public when it is. */
      pictureIds?: number[];
      /**
       * @description Stars from 1 to 5; a numeric string is taken too.
       * @example 5
       */
      rating: number | string;
      /**
       * @description The place that it is about.
       * @example 7
       */
      relatedPlaceId?: number | null;
    };
    /** @description What travellers must know before anything else: a flood, a closed road. */
    Notice: {
      /**
       * @description A page of this guide that says more; blank for none.
       * @default
       * @example /inspiration/7-after-the-flood
       */
      href?: string;
      /**
       * @description What there is to know; blank for nothing.
       * @default
       * @example The road to the caves is closed after the flood.
       */
      text?: string;
      /**
       * @description The last day, on the region's clock, on which pages say so; blank until it is taken away.
       * @default
       * @example 2026-11-30
       */
      until?: string;
    };
    /** @description The facts of a place. */
    OpenPlace: {
      /** @example Wharf Road 1, Lantern Bay */
      address: string | null;
      /**
       * @example [
       *       "parking",
       *       "life vests"
       *     ]
       */
      amenities: string[];
      /**
       * @description The slugs of its categories, the main one first.
       * @example [
       *       "cave"
       *     ]
       */
      categories: string[];
      /** @example Lantern Bay */
      commune: string | null;
      coordinateConfidence: components["schemas"]["Confidence"] | null;
      /** @example boats@example.org */
      email: string | null;
      id: components["schemas"]["PlaceId"];
      /** @description Whether its location was checked. */
      isVerified: boolean;
      /**
       * Format: int64
       * @description The newest year in which a source names it.
       * @example 2023
       */
      lastSeenYear: number | null;
      /**
       * Format: double
       * @description Degrees north.
       * @example 16.58137
       */
      latitude: number;
      /**
       * @description Its name as people there write it.
       * @example Hang Đèn Lồng
       */
      localName: string | null;
      /**
       * Format: double
       * @description Degrees east.
       * @example 107.28308
       */
      longitude: number;
      /** @example Lantern Cave */
      name: string;
      /**
       * @description In OpenStreetMap's syntax.
       * @example Mo-Su 07:00-17:00
       */
      operatingHours: string | null;
      /** @example +84 232 000 111 */
      phone: string | null;
      /**
       * @description `$`, `$$`, `$$$`, or words.
       * @example $$
       */
      priceRange: string | null;
      /**
       * @description Where what is known of it comes from.
       * @example [
       *       "The park's map of 2023"
       *     ]
       */
      sources: string[];
      /**
       * @example [
       *       "boat",
       *       "river"
       *     ]
       */
      tags: string[];
      /** @description When it last changed. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * @description Its page.
       * @example https://guide.example/places/lantern-cave
       */
      url: string;
      /** @example https://lantern-cave.example */
      website: string | null;
    };
    /**
     * @description When a place is open, in the region's local time, ready to be computed with.
     *
     *     A week lasts until the next one in the list; what lies before the first or from `until` on is not known.
     */
    Opening: {
      /**
       * @description Rules that are not computed, as they are written: what holds on holidays, and what is not certain.
       * @example [
       *       "PH off"
       *     ]
       */
      remarks?: string[];
      /**
       * Format: date
       * @description The first day of which nothing is said.
       * @example 2027-12-20
       */
      until: string;
      /** @description In the order of time; a place with regular hours has one. */
      weeks: components["schemas"]["Week"][];
    };
    /** @description What a text of opening hours comes to. */
    OpeningReading: {
      /** @description Without weeks where nothing can be computed. */
      opening: components["schemas"]["Opening"];
      /** @description What its author should look at. */
      warnings: components["schemas"]["Warning"][];
    };
    /** @description What somebody wrote under an entry. */
    OwnComment: {
      /**
       * @description What they wrote.
       * @example We were there in May, too.
       */
      comment: string;
      /** @description When it was written. */
      createdAt: components["schemas"]["Moment"];
      /** @description The entry that it stands under. */
      entryId: components["schemas"]["EntryId"];
      /** @description Its id. */
      id: components["schemas"]["CommentId"];
      /**
       * @description `pending`, `approved` or `rejected`.
       * @example approved
       */
      status: string;
    };
    /** @description Something that the account did. */
    OwnDeed: {
      /**
       * @description The `operationId` of this document.
       * @example signIn
       */
      action: string;
      /**
       * @description The address of the network that it came from.
       * @example 203.0.113.7
       */
      address: string;
      /** @description When. */
      madeAt: components["schemas"]["Moment"];
    };
    /** @description An enquiry that somebody sent to a place. */
    OwnEnquiry: {
      /**
       * @description The first day, YYYY-MM-DD.
       * @example 2027-03-14
       */
      arrival: string | null;
      /**
       * @description What the place was called.
       * @example Lantern Lodge
       */
      businessName: string;
      /** @description When. */
      createdAt: components["schemas"]["Moment"];
      /**
       * @description The last day, YYYY-MM-DD.
       * @example 2027-03-16
       */
      departure: string | null;
      /**
       * @description The address for the reply.
       * @example linh@example.org
       */
      email: string;
      /** @description Its id. */
      id: components["schemas"]["EnquiryId"];
      /**
       * @description What was asked.
       * @example Is there a room for the four of us?
       */
      message: string;
      /**
       * @description The name that was given.
       * @example Linh Tran
       */
      name: string;
      /**
       * Format: int64
       * @description How many people.
       * @example 4
       */
      people: number | null;
    };
    /** @description What somebody wrote into the guestbook. */
    OwnEntry: {
      /** @description When it was written. */
      createdAt: components["schemas"]["Moment"];
      /** @description Its id. */
      id: components["schemas"]["EntryId"];
      /**
       * Format: double
       * @description Degrees north.
       */
      latitude: number | null;
      /** @description Where it was. */
      location: string | null;
      /**
       * Format: double
       * @description Degrees east.
       */
      longitude: number | null;
      /**
       * @description What they wrote.
       * @example The boat slid into the dark and nobody spoke.
       */
      message: string;
      /**
       * @description Where they said they are from.
       * @example Vietnam
       */
      nationality: string | null;
      /**
       * Format: int64
       * @description Stars from 1 to 5.
       * @example 5
       */
      rating: number | null;
      relatedPlaceId: components["schemas"]["PlaceId"] | null;
      /**
       * @description `pending`, `approved` or `rejected`.
       * @example approved
       */
      status: string;
    };
    /** @description An account that somebody else keeps. */
    OwnIdentity: {
      /** @description When it first signed in here. */
      createdAt: components["schemas"]["Moment"];
      /**
       * @description Its address, as it was told last.
       * @example linh@example.org
       */
      email: string | null;
      /**
       * @description Who keeps it: `google`, `facebook`, `openid`, `firebase`.
       * @example google
       */
      provider: string;
      /**
       * @description What it is called there.
       * @example 110169484474386276334
       */
      subject: string;
    };
    /** @description A letter that somebody was sent. */
    OwnLetter: {
      /**
       * @description What it was about: `verify`, `reset`, `invite`.
       * @example verify
       */
      kind: string;
      /** @description When there was a reason for it. */
      madeAt: components["schemas"]["Moment"];
      /**
       * @description The address it went to.
       * @example linh@example.org
       */
      recipient: string;
    };
    /** @description A place that somebody has saved. */
    OwnLike: {
      /** @description The place. */
      businessId: components["schemas"]["PlaceId"];
      /** @description Since when. */
      createdAt: components["schemas"]["Moment"];
      /**
       * @description Its name.
       * @example Lantern Cave
       */
      name: string;
    };
    /** @description A place that belongs to somebody. */
    OwnPlace: {
      /** @description Its id. */
      id: components["schemas"]["PlaceId"];
      /**
       * @description Its name.
       * @example Lantern Cave
       */
      name: string;
      /**
       * @description Its name in addresses.
       * @example lantern-cave
       */
      slug: string;
    };
    /** @description A page that stands by itself, as the site and the console read it. */
    PageView_About: {
      /** @description What is planned. */
      future: components["schemas"]["Passage"];
      /**
       * @description A sentence or two under it.
       * @example Made by people who live here.
       */
      intro: string;
      /** @description What the guide is for. */
      mission: components["schemas"]["Passage"];
      /** @description How it came to be. */
      story: components["schemas"]["Passage"];
      /**
       * @description The heading.
       * @example About {brand}
       */
      title: string;
      /** @description What its makers hold themselves to. */
      values: components["schemas"]["Passage"][];
    } & {
      updatedAt: components["schemas"]["Moment"] | null;
      /**
       * Format: int64
       * @description Grows by one with each change; 0 before it was written.
       * @example 3
       */
      version: number;
    };
    /** @description A page that stands by itself, as the site and the console read it. */
    PageView_GettingHere: {
      /** @description How to move about in the region. */
      around: components["schemas"]["Passage"][];
      /** @description Where people come from; the first is shown first. */
      cities: components["schemas"]["City"][];
      /**
       * @description A sentence or two under it.
       * @example Trains and buses stop an hour away.
       */
      intro: string;
      /** @description What to know before and on arrival. */
      tips: components["schemas"]["Tips"][];
      /**
       * @description The heading.
       * @example Getting to {region}
       */
      title: string;
      /**
       * @description When schedules and prices were looked up.
       * @example July 2025
       */
      verified: string;
    } & {
      updatedAt: components["schemas"]["Moment"] | null;
      /**
       * Format: int64
       * @description Grows by one with each change; 0 before it was written.
       * @example 3
       */
      version: number;
    };
    /** @description A page that stands by itself, as the site and the console read it. */
    PageView_Help: {
      /**
       * @description A sentence or two under it.
       * @example What travellers ask most.
       */
      intro: string;
      /** @description The questions, each with its answer. */
      questions: components["schemas"]["Question"][];
      /**
       * @description The heading.
       * @example Help
       */
      title: string;
    } & {
      updatedAt: components["schemas"]["Moment"] | null;
      /**
       * Format: int64
       * @description Grows by one with each change; 0 before it was written.
       * @example 3
       */
      version: number;
    };
    /** @description A page that stands by itself, as the site and the console read it. */
    PageView_Privacy: {
      /** @description The policy's sections. */
      policy: components["schemas"]["Passage"][];
      /** @description The terms' sections. */
      terms: components["schemas"]["Passage"][];
      /**
       * @description The heading.
       * @example Terms and privacy
       */
      title: string;
      /**
       * Format: date
       * @description The day of the last change.
       * @example 2025-07-30
       */
      updated: string;
    } & {
      updatedAt: components["schemas"]["Moment"] | null;
      /**
       * Format: int64
       * @description Grows by one with each change; 0 before it was written.
       * @example 3
       */
      version: number;
    };
    /** @description Paragraphs under a heading. */
    Passage: {
      /**
       * @description The paragraphs.
       * @example [
       *       "Homestays lend them for the day."
       *     ]
       */
      paragraphs: string[];
      /**
       * @description The heading.
       * @example By bicycle
       */
      title: string;
    };
    /** @description Another password. */
    PasswordForm: {
      /**
       * @description The account's password.
       * @example seven-lanterns
       */
      currentPassword: string;
      /**
       * @description The new password.
       * @example seven-lanterns
       */
      newPassword: string;
    };
    /**
     * @description What a link to choose a password is for.
     * @enum {string}
     */
    PasswordLinkKind: "invitation" | "reset";
    /** @description A single-use link to set a password. Whoever has the link can use it, so it is a secret. */
    PasswordLinkView: {
      /** @description When it ends. */
      expiresAt: components["schemas"]["Moment"];
      /** @description What it is for. */
      kind: components["schemas"]["PasswordLinkKind"];
      /**
       * @description The link. It is good once, and shown in this response alone.
       * @example https://guide.example/login/reset?token=uX2m0fJ1rKc5nP8sWq3vYz6aBd9eGh4iLo7tQx1CyEM
       */
      link: string;
    };
    /** @description Part of a text with phone numbers. */
    PhonePart: {
      /**
       * @description The link that calls it (RFC 3966), if it is a number.
       * @example tel:+84232000111
       */
      href: string | null;
      /**
       * @description As it was typed.
       * @example 0232 000 111
       */
      text: string;
    };
    /**
     * Format: int64
     * @description A picture.
     * @example 7
     */
    PictureId: number;
    /**
     * @description A picture of this guide, as whoever shows it needs it. Its WebP files are at `url` with `-{width}.webp` in place of
     *     `.jpg`, in each of `widths`; they never change.
     */
    PictureView: {
      /**
       * @description What it shows, in words; blank where it is decorative.
       * @example A boat enters the mouth of the cave
       */
      alt: string;
      /** @description What stands under it. */
      caption: string | null;
      /**
       * @description Its main colour.
       * @example #3a6b58
       */
      color: string;
      /**
       * @description Who made it.
       * @example Linh Tran
       */
      credit: string | null;
      /**
       * Format: double
       * @description What must stay in sight when it is cut: 0 is left, 1 is right.
       * @example 0.5
       */
      focalX: number;
      /**
       * Format: double
       * @description The same from top, 0, to bottom, 1.
       * @example 0.4
       */
      focalY: number;
      /**
       * Format: int64
       * @description In pixels, as it was sent.
       * @example 3000
       */
      height: number;
      /** @description Its id. */
      id: components["schemas"]["PictureId"];
      /**
       * @description On which terms it is shown.
       * @example CC BY 4.0
       */
      licence: string | null;
      /**
       * @description A ThumbHash as base64: what to show until it has loaded.
       * @example 1QcSHQRnh493V4dIh4eXh1h4kJUI
       */
      thumbhash: string;
      /**
       * @description Its address: a JPEG of at most 1,280 pixels' width.
       * @example /media/3f9c2a1b-9f86d081884c7d65.jpg
       */
      url: string;
      /**
       * Format: int64
       * @description In pixels, as it was sent.
       * @example 4000
       */
      width: number;
      /**
       * @description The widths in which it is there as WebP, ascending.
       * @example [
       *       320,
       *       640,
       *       1280,
       *       1920
       *     ]
       */
      widths: number[];
    };
    /** @description A place. Text is counted in code points after normalisation to NFC; blank optional text becomes null. */
    PlaceChanges: {
      /** @description Ignored. */
      readonly acceptsEnquiries?: unknown;
      /** @description Postal address. */
      address?: string | null;
      /**
       * Format: http-url
       * @description A partner's link.
       */
      affiliateLink?: string | null;
      /**
       * Format: http-url
       * @description Its page on Agoda.
       */
      agodaUrl?: string | null;
      /** @description What there is. */
      amenities?: string[];
      /**
       * Format: http-url
       * @description Its page on Booking.com.
       */
      bookingComUrl?: string | null;
      /**
       * @description How it is booked.
       * @default none
       * @enum {string}
       */
      bookingType?: "none" | "direct" | "affiliate";
      /** @description Ignored; `categoryIds` is what counts. */
      readonly categories?: unknown;
      /** @description Ignored; `categoryIds` is what counts. */
      readonly category?: unknown;
      /**
       * @description Its categories, the main one first.
       * @example [
       *       4
       *     ]
       */
      categoryIds?: number[];
      /** @description Ignored; setting `isVerified` is a check. */
      readonly checkedAt?: unknown;
      /** @description Ignored. */
      readonly checkedBy?: unknown;
      /** @description The commune it lies in. */
      commune?: string | null;
      /** @description How far its point can be trusted. */
      coordinateConfidence?: string | null;
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /** @description A few sentences, plain text. */
      description?: string | null;
      /** @description An e-mail address, a link or a telephone number. */
      directBookingContact?: string | null;
      /** @description Ignored. */
      readonly directBookingUrl?: unknown;
      /**
       * Format: deliverable-email
       * @description E-mail address.
       */
      email?: string | null;
      /**
       * @description Whether its page offers to send an enquiry.
       * @default false
       */
      enquiryFormEnabled?: boolean;
      /** @description The line on a featured place's card. */
      featuredText?: string | null;
      /** @description Further pictures. */
      gallery?: string[];
      /**
       * Format: http-url
       * @description Its page on Google Maps.
       */
      googleMapsUrl?: string | null;
      /** @description Opening hours in words. */
      hours?: string | null;
      /** @description The id in the address. */
      id?: number;
      /**
       * Format: image-url
       * @description Its main picture: a path on this site or an http(s) address.
       */
      imageUrl?: string | null;
      /**
       * @description Whether it is public. Admins only.
       * @default true
       */
      isActive?: boolean;
      /** @description Ignored. */
      readonly isLiked?: unknown;
      /**
       * @description Featured on the home page and first in lists. Admins only.
       * @default false
       */
      isPremium?: boolean;
      /**
       * @description Whether the guide recommends it. Admins only.
       * @default false
       */
      isRecommended?: boolean;
      /**
       * @description Whether its location was checked. Admins only.
       * @default false
       */
      isVerified?: boolean;
      /** @description The newest year in which a source names it. */
      lastSeenYear?: number | null;
      /**
       * @description Degrees north; a numeric string is taken too.
       * @example 16.58137
       */
      latitude?: number | string;
      /** @description Ignored. */
      readonly likeCount?: unknown;
      /** @description Ignored. */
      readonly liveSince?: unknown;
      /** @description Its name as people there write it. */
      localName?: string | null;
      /**
       * @description Degrees east; a numeric string is taken too.
       * @example 107.28308
       */
      longitude?: number | string;
      /**
       * @description Its name.
       * @example Lantern Cave
       */
      name?: string;
      /** @description Ignored; `operatingHours` is what counts. */
      readonly opening?: unknown;
      /**
       * @description Opening hours in OpenStreetMap's syntax, as in `Mo-Fr 07:00-11:30,13:00-17:00; 2027 Feb 05-11 off`. Typographic dashes, one-digit hours and the like are tidied. What would be a guess is kept as text and not computed: public holidays (`PH`), sunrise, open ends, "unknown".
       * @example Mo-Su 07:00-17:00
       */
      operatingHours?: string | null;
      /** @description The account that keeps it. Admins only. */
      ownerId?: string | null;
      /** @description Telephone number. */
      phone?: string | null;
      /** @description Ignored. */
      readonly phoneParts?: unknown;
      /** @description Ignored. */
      readonly pictures?: unknown;
      /**
       * @description `$`, `$$`, `$$$`, or words.
       * @example $$
       */
      priceRange?: string | null;
      /** @description 1 to 5 in tenths; null when unrated. A numeric string is taken too. */
      rating?: number | string | null;
      /**
       * @description Where the rating was read. Required with a new rating; `google` where nothing is sent with a first one.
       * @default google
       */
      ratingSource?: string | null;
      /** @description Ignored. */
      readonly recheckReason?: unknown;
      /**
       * @description How many ratings that is the mean of.
       * @default 0
       */
      reviewCount?: number;
      /** @description What guests wrote. */
      reviews?: {
        /** @description Who wrote it. */
        author: string;
        /** @description 1 to 5. */
        rating: number;
        /** @description What they wrote. */
        text: string;
      }[];
      /** @description Its name in addresses. Made from the name when it is not sent; the old address redirects. */
      slug?: string;
      /** @description Where what is known of it comes from. */
      sources?: string[];
      /** @description Words that filters find. */
      tags?: string[];
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored; `If-Match` is what counts. */
      readonly version?: unknown;
      /**
       * Format: http-url
       * @description Address of its own site.
       */
      website?: string | null;
    };
    /** @description One place's point. */
    PlaceFeature: {
      geometry: components["schemas"]["PointGeometry"];
      id: components["schemas"]["PlaceId"];
      properties: components["schemas"]["SpotProperties"];
      /** @example Feature */
      type: string;
    };
    /** @description All active places as GeoJSON (RFC 7946). */
    PlaceFeed: {
      /**
       * @description To be shown wherever the data is.
       * @example © OpenStreetMap contributors
       */
      attribution: string;
      features: components["schemas"]["PlaceFeature"][];
      /**
       * @description The licence of positions taken from OpenStreetMap.
       * @example ODbL-1.0
       */
      license: string;
      /** @example FeatureCollection */
      type: string;
    };
    /** @description A place with those of its fields that were asked for. */
    PlaceFields: {
      /** @description Whether `createEnquiry` takes enquiries to it: the form is on, and it has an email address or an owner. */
      acceptsEnquiries?: boolean;
      /**
       * @description Postal address.
       * @example Wharf Road 1, Lantern Bay
       */
      address?: string | null;
      /** @description A partner's link. */
      affiliateLink?: string | null;
      /** @description Its page on Agoda. */
      agodaUrl?: string | null;
      /**
       * @description What there is.
       * @example [
       *       "parking",
       *       "life vests"
       *     ]
       */
      amenities?: string[];
      /** @description Its page on Booking.com. */
      bookingComUrl?: string | null;
      /** @description How it is booked. */
      bookingType?: components["schemas"]["BookingType"];
      /** @description Its categories, the main one first. */
      categories?: components["schemas"]["CategoryRef"][];
      category?: components["schemas"]["CategoryRef"] | null;
      /**
       * @description The ids of `categories`; what a form sends.
       * @example [
       *       4
       *     ]
       */
      categoryIds?: components["schemas"]["CategoryId"][];
      checkedAt?: components["schemas"]["Moment"] | null;
      checkedBy?: components["schemas"]["AccountId"] | null;
      /**
       * @description The commune it lies in.
       * @example Lantern Bay
       */
      commune?: string | null;
      coordinateConfidence?: components["schemas"]["Confidence"] | null;
      /** @description When it was added. */
      createdAt?: components["schemas"]["Moment"];
      /**
       * @description A few sentences, plain text.
       * @example A boat carries you 1,500 m into the rock, past two halls.
       */
      description?: string | null;
      /** @description An e-mail address, a link or a telephone number. */
      directBookingContact?: string | null;
      /**
       * @description What `directBookingContact` leads to: an https, `mailto:` or `tel:` link; null where it is none of them.
       * @example tel:+84232000111
       */
      directBookingUrl?: string | null;
      /**
       * @description E-mail address.
       * @example boats@example.org
       */
      email?: string | null;
      /** @description Whether its page offers to send an enquiry. */
      enquiryFormEnabled?: boolean;
      /** @description The line on a featured place's card. */
      featuredText?: string | null;
      /**
       * @description Further pictures.
       * @example [
       *       "/media/3f9c2a1b-9f86d081884c7d65.jpg"
       *     ]
       */
      gallery?: string[];
      /** @description Its page on Google Maps. */
      googleMapsUrl?: string | null;
      /**
       * @description Opening hours in words.
       * @example Daily, 7 am to 5 pm
       */
      hours?: string | null;
      /** @description Its id. */
      id?: components["schemas"]["PlaceId"];
      /**
       * @description Its main picture: `/…` or http(s).
       * @example /media/3f9c2a1b-9f86d081884c7d65.jpg
       */
      imageUrl?: string | null;
      /**
       * @description Inactive places are shown to their owner and to admins alone.
       * @example true
       */
      isActive?: boolean;
      /** @description Whether the caller has saved it; `false` for strangers. */
      isLiked?: boolean;
      /** @description Featured on the home page and first in lists. */
      isPremium?: boolean;
      /** @description Whether the guide recommends it. */
      isRecommended?: boolean;
      /**
       * @description Whether its location was checked.
       * @example true
       */
      isVerified?: boolean;
      /**
       * Format: int64
       * @description The newest year in which a source names it.
       * @example 2023
       */
      lastSeenYear?: number | null;
      /**
       * Format: double
       * @description Degrees north.
       * @example 16.58137
       */
      latitude?: number;
      /**
       * Format: int64
       * @description How many people have saved it.
       * @example 12
       */
      likeCount?: number;
      liveSince?: components["schemas"]["Moment"] | null;
      /**
       * @description Its name as people there write it.
       * @example Hang Đèn Lồng
       */
      localName?: string | null;
      /**
       * Format: double
       * @description Degrees east.
       * @example 107.28308
       */
      longitude?: number;
      /**
       * @description Its name.
       * @example Lantern Cave
       */
      name?: string;
      opening?: components["schemas"]["Opening"] | null;
      /**
       * @description Opening hours in OpenStreetMap's syntax.
       * @example Mo-Su 07:00-17:00
       */
      operatingHours?: string | null;
      ownerId?: components["schemas"]["AccountId"] | null;
      /**
       * @description Telephone number.
       * @example +84 232 000 111
       */
      phone?: string | null;
      /** @description `phone` in parts, each with the link that calls it if it is a number. */
      phoneParts?: components["schemas"]["PhonePart"][];
      /** @description Those of both that are this guide's own, each once, in order. */
      pictures?: components["schemas"]["PictureView"][];
      /**
       * @description `$`, `$$`, `$$$`, or words.
       * @example $$
       */
      priceRange?: string | null;
      /**
       * Format: double
       * @description 1 to 5 in tenths; null when unrated.
       * @example 4.6
       */
      rating?: number | null;
      ratingSource?: components["schemas"]["RatingSource"] | null;
      recheckReason?: components["schemas"]["RecheckReason"] | null;
      /**
       * Format: int64
       * @description How many ratings that is the mean of.
       * @example 120
       */
      reviewCount?: number;
      /** @description What guests wrote. */
      reviews?: components["schemas"]["Review"][];
      /**
       * @description Its name in addresses: `/places/{slug}`.
       * @example lantern-cave
       */
      slug?: string;
      /**
       * @description Where what is known of it comes from.
       * @example [
       *       "The park's map of 2023"
       *     ]
       */
      sources?: string[];
      /**
       * @description Words that filters find.
       * @example [
       *       "boat",
       *       "river"
       *     ]
       */
      tags?: string[];
      /** @description When it last changed. */
      updatedAt?: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description Grows by one with each change; what `If-Match` compares.
       * @example 3
       */
      version?: number;
      /** @description In answers to a change: what its author should look at. */
      warnings?: components["schemas"]["Warning"][];
      /**
       * @description Address of its own site.
       * @example https://lantern-cave.example
       */
      website?: string | null;
    };
    /** @description A place. Text is counted in code points after normalisation to NFC; blank optional text becomes null. */
    PlaceForm: {
      /** @description Ignored. */
      readonly acceptsEnquiries?: unknown;
      /** @description Postal address. */
      address?: string | null;
      /**
       * Format: http-url
       * @description A partner's link.
       */
      affiliateLink?: string | null;
      /**
       * Format: http-url
       * @description Its page on Agoda.
       */
      agodaUrl?: string | null;
      /** @description What there is. */
      amenities?: string[];
      /**
       * Format: http-url
       * @description Its page on Booking.com.
       */
      bookingComUrl?: string | null;
      /**
       * @description How it is booked.
       * @default none
       * @enum {string}
       */
      bookingType?: "none" | "direct" | "affiliate";
      /** @description Ignored; `categoryIds` is what counts. */
      readonly categories?: unknown;
      /** @description Ignored; `categoryIds` is what counts. */
      readonly category?: unknown;
      /**
       * @description Its categories, the main one first.
       * @example [
       *       4
       *     ]
       */
      categoryIds: number[];
      /** @description Ignored; setting `isVerified` is a check. */
      readonly checkedAt?: unknown;
      /** @description Ignored. */
      readonly checkedBy?: unknown;
      /** @description The commune it lies in. */
      commune?: string | null;
      /** @description How far its point can be trusted. */
      coordinateConfidence?: string | null;
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /** @description A few sentences, plain text. */
      description?: string | null;
      /** @description An e-mail address, a link or a telephone number. */
      directBookingContact?: string | null;
      /** @description Ignored. */
      readonly directBookingUrl?: unknown;
      /**
       * Format: deliverable-email
       * @description E-mail address.
       */
      email?: string | null;
      /**
       * @description Whether its page offers to send an enquiry.
       * @default false
       */
      enquiryFormEnabled?: boolean;
      /** @description The line on a featured place's card. */
      featuredText?: string | null;
      /** @description Further pictures. */
      gallery?: string[];
      /**
       * Format: http-url
       * @description Its page on Google Maps.
       */
      googleMapsUrl?: string | null;
      /** @description Opening hours in words. */
      hours?: string | null;
      /** @description The id in the address. */
      id?: number;
      /**
       * Format: image-url
       * @description Its main picture: a path on this site or an http(s) address.
       */
      imageUrl?: string | null;
      /**
       * @description Whether it is public. Admins only.
       * @default true
       */
      isActive?: boolean;
      /** @description Ignored. */
      readonly isLiked?: unknown;
      /**
       * @description Featured on the home page and first in lists. Admins only.
       * @default false
       */
      isPremium?: boolean;
      /**
       * @description Whether the guide recommends it. Admins only.
       * @default false
       */
      isRecommended?: boolean;
      /**
       * @description Whether its location was checked. Admins only.
       * @default false
       */
      isVerified?: boolean;
      /** @description The newest year in which a source names it. */
      lastSeenYear?: number | null;
      /**
       * @description Degrees north; a numeric string is taken too.
       * @example 16.58137
       */
      latitude: number | string;
      /** @description Ignored. */
      readonly likeCount?: unknown;
      /** @description Ignored. */
      readonly liveSince?: unknown;
      /** @description Its name as people there write it. */
      localName?: string | null;
      /**
       * @description Degrees east; a numeric string is taken too.
       * @example 107.28308
       */
      longitude: number | string;
      /**
       * @description Its name.
       * @example Lantern Cave
       */
      name: string;
      /** @description Ignored; `operatingHours` is what counts. */
      readonly opening?: unknown;
      /**
       * @description Opening hours in OpenStreetMap's syntax, as in `Mo-Fr 07:00-11:30,13:00-17:00; 2027 Feb 05-11 off`. Typographic dashes, one-digit hours and the like are tidied. What would be a guess is kept as text and not computed: public holidays (`PH`), sunrise, open ends, "unknown".
       * @example Mo-Su 07:00-17:00
       */
      operatingHours?: string | null;
      /** @description The account that keeps it. Admins only. */
      ownerId?: string | null;
      /** @description Telephone number. */
      phone?: string | null;
      /** @description Ignored. */
      readonly phoneParts?: unknown;
      /** @description Ignored. */
      readonly pictures?: unknown;
      /**
       * @description `$`, `$$`, `$$$`, or words.
       * @example $$
       */
      priceRange?: string | null;
      /** @description 1 to 5 in tenths; null when unrated. A numeric string is taken too. */
      rating?: number | string | null;
      /**
       * @description Where the rating was read. Required with a new rating; `google` where nothing is sent with a first one.
       * @default google
       */
      ratingSource?: string | null;
      /** @description Ignored. */
      readonly recheckReason?: unknown;
      /**
       * @description How many ratings that is the mean of.
       * @default 0
       */
      reviewCount?: number;
      /** @description What guests wrote. */
      reviews?: {
        /** @description Who wrote it. */
        author: string;
        /** @description 1 to 5. */
        rating: number;
        /** @description What they wrote. */
        text: string;
      }[];
      /** @description Its name in addresses. Made from the name when it is not sent; the old address redirects. */
      slug?: string;
      /** @description Where what is known of it comes from. */
      sources?: string[];
      /** @description Words that filters find. */
      tags?: string[];
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored; `If-Match` is what counts. */
      readonly version?: unknown;
      /**
       * Format: http-url
       * @description Address of its own site.
       */
      website?: string | null;
    };
    /**
     * Format: int64
     * @description A place, for ever: ids are not used again after a deletion.
     * @example 7
     */
    PlaceId: number;
    /** @description The whole place, or the fields that `fields` asked for. */
    PlaceItem: components["schemas"]["PlaceView"] | components["schemas"]["PlaceFields"];
    /** @description A place that somebody may mean. */
    PlaceSuggestion: {
      /**
       * @description The slug of its main category.
       * @example cave
       */
      category: string | null;
      /** @description Its id. */
      id: components["schemas"]["PlaceId"];
      /**
       * @description Its name as people there write it.
       * @example Hang Én
       */
      localName: string | null;
      /**
       * @description Its name.
       * @example Lantern Cave
       */
      name: string;
      /**
       * @description Its name in addresses: `/places/{slug}`.
       * @example lantern-cave
       */
      slug: string;
    };
    /** @description A place. */
    PlaceView: {
      /** @description Whether `createEnquiry` takes enquiries to it: the form is on, and it has an email address or an owner. */
      acceptsEnquiries: boolean;
      /**
       * @description Postal address.
       * @example Wharf Road 1, Lantern Bay
       */
      address: string | null;
      /** @description A partner's link. */
      affiliateLink: string | null;
      /** @description Its page on Agoda. */
      agodaUrl: string | null;
      /**
       * @description What there is.
       * @example [
       *       "parking",
       *       "life vests"
       *     ]
       */
      amenities: string[];
      /** @description Its page on Booking.com. */
      bookingComUrl: string | null;
      /** @description How it is booked. */
      bookingType: components["schemas"]["BookingType"];
      /** @description Its categories, the main one first. */
      categories: components["schemas"]["CategoryRef"][];
      category: components["schemas"]["CategoryRef"] | null;
      /**
       * @description The ids of `categories`; what a form sends.
       * @example [
       *       4
       *     ]
       */
      categoryIds: components["schemas"]["CategoryId"][];
      checkedAt: components["schemas"]["Moment"] | null;
      checkedBy: components["schemas"]["AccountId"] | null;
      /**
       * @description The commune it lies in.
       * @example Lantern Bay
       */
      commune: string | null;
      coordinateConfidence: components["schemas"]["Confidence"] | null;
      /** @description When it was added. */
      createdAt: components["schemas"]["Moment"];
      /**
       * @description A few sentences, plain text.
       * @example A boat carries you 1,500 m into the rock, past two halls.
       */
      description: string | null;
      /** @description An e-mail address, a link or a telephone number. */
      directBookingContact: string | null;
      /**
       * @description What `directBookingContact` leads to: an https, `mailto:` or `tel:` link; null where it is none of them.
       * @example tel:+84232000111
       */
      directBookingUrl: string | null;
      /**
       * @description E-mail address.
       * @example boats@example.org
       */
      email: string | null;
      /** @description Whether its page offers to send an enquiry. */
      enquiryFormEnabled: boolean;
      /** @description The line on a featured place's card. */
      featuredText: string | null;
      /**
       * @description Further pictures.
       * @example [
       *       "/media/3f9c2a1b-9f86d081884c7d65.jpg"
       *     ]
       */
      gallery: string[];
      /** @description Its page on Google Maps. */
      googleMapsUrl: string | null;
      /**
       * @description Opening hours in words.
       * @example Daily, 7 am to 5 pm
       */
      hours: string | null;
      /** @description Its id. */
      id: components["schemas"]["PlaceId"];
      /**
       * @description Its main picture: `/…` or http(s).
       * @example /media/3f9c2a1b-9f86d081884c7d65.jpg
       */
      imageUrl: string | null;
      /**
       * @description Inactive places are shown to their owner and to admins alone.
       * @example true
       */
      isActive: boolean;
      /** @description Whether the caller has saved it; `false` for strangers. */
      isLiked: boolean;
      /** @description Featured on the home page and first in lists. */
      isPremium: boolean;
      /** @description Whether the guide recommends it. */
      isRecommended: boolean;
      /**
       * @description Whether its location was checked.
       * @example true
       */
      isVerified: boolean;
      /**
       * Format: int64
       * @description The newest year in which a source names it.
       * @example 2023
       */
      lastSeenYear: number | null;
      /**
       * Format: double
       * @description Degrees north.
       * @example 16.58137
       */
      latitude: number;
      /**
       * Format: int64
       * @description How many people have saved it.
       * @example 12
       */
      likeCount: number;
      liveSince: components["schemas"]["Moment"] | null;
      /**
       * @description Its name as people there write it.
       * @example Hang Đèn Lồng
       */
      localName: string | null;
      /**
       * Format: double
       * @description Degrees east.
       * @example 107.28308
       */
      longitude: number;
      /**
       * @description Its name.
       * @example Lantern Cave
       */
      name: string;
      opening: components["schemas"]["Opening"] | null;
      /**
       * @description Opening hours in OpenStreetMap's syntax.
       * @example Mo-Su 07:00-17:00
       */
      operatingHours: string | null;
      ownerId: components["schemas"]["AccountId"] | null;
      /**
       * @description Telephone number.
       * @example +84 232 000 111
       */
      phone: string | null;
      /** @description `phone` in parts, each with the link that calls it if it is a number. */
      phoneParts: components["schemas"]["PhonePart"][];
      /** @description Those of both that are this guide's own, each once, in order. */
      pictures: components["schemas"]["PictureView"][];
      /**
       * @description `$`, `$$`, `$$$`, or words.
       * @example $$
       */
      priceRange: string | null;
      /**
       * Format: double
       * @description 1 to 5 in tenths; null when unrated.
       * @example 4.6
       */
      rating: number | null;
      ratingSource: components["schemas"]["RatingSource"] | null;
      recheckReason: components["schemas"]["RecheckReason"] | null;
      /**
       * Format: int64
       * @description How many ratings that is the mean of.
       * @example 120
       */
      reviewCount: number;
      /** @description What guests wrote. */
      reviews: components["schemas"]["Review"][];
      /**
       * @description Its name in addresses: `/places/{slug}`.
       * @example lantern-cave
       */
      slug: string;
      /**
       * @description Where what is known of it comes from.
       * @example [
       *       "The park's map of 2023"
       *     ]
       */
      sources: string[];
      /**
       * @description Words that filters find.
       * @example [
       *       "boat",
       *       "river"
       *     ]
       */
      tags: string[];
      /** @description When it last changed. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description Grows by one with each change; what `If-Match` compares.
       * @example 3
       */
      version: number;
      /** @description In answers to a change: what its author should look at. */
      warnings?: components["schemas"]["Warning"][];
      /**
       * @description Address of its own site.
       * @example https://lantern-cave.example
       */
      website: string | null;
    };
    /** @description A point. */
    PointGeometry: {
      /**
       * @description Longitude, latitude.
       * @example [
       *       107.28308,
       *       16.58137
       *     ]
       */
      coordinates: number[];
      /** @example Point */
      type: string;
    };
    /** @description Terms of service and privacy policy. */
    Privacy: {
      /** @description The policy's sections. */
      policy: components["schemas"]["Passage"][];
      /** @description The terms' sections. */
      terms: components["schemas"]["Passage"][];
      /**
       * @description The heading.
       * @example Terms and privacy
       */
      title: string;
      /**
       * Format: date
       * @description The day of the last change.
       * @example 2025-07-30
       */
      updated: string;
    };
    /**
     * @description Terms of service and privacy policy.
     * @example {
     *       "policy": [
     *         {
     *           "paragraphs": [
     *             "Write to {email}."
     *           ],
     *           "title": "Who to ask"
     *         }
     *       ],
     *       "updated": "2025-07-30"
     *     }
     */
    PrivacyChanges: {
      /** @description The policy's sections. */
      policy?: {
        /** @description The paragraphs. */
        paragraphs: string[];
        /** @description The heading. */
        title: string;
      }[];
      /** @description The terms' sections. */
      terms?: {
        /** @description The paragraphs. */
        paragraphs: string[];
        /** @description The heading. */
        title: string;
      }[];
      /** @description The heading. */
      title?: string;
      /**
       * @description The day of the last change.
       * @example 2025-07-30
       */
      updated?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored; `If-Match` is what counts. */
      readonly version?: unknown;
    };
    /** @description Why a request was refused (RFC 9457). */
    Problem: {
      /** @description With 412: the record as it is now. */
      current?: Record<string, never> | null;
      /**
       * @description What happened, for the person who reads it.
       * @example Business name is required
       */
      detail: string;
      /** @description One entry for each field that breaks a rule. */
      errors?: components["schemas"]["FieldError"][];
      /**
       * @description The request's id, also in the log and in `X-Request-Id`. Set when the problem is sent.
       * @example 0198c6a1f0e27d4c
       */
      requestId: string;
      /**
       * Format: int32
       * @description The HTTP status.
       * @example 422
       */
      status: number;
      /**
       * @description The status in words.
       * @example Unprocessable Content
       */
      title: string;
      /**
       * @description A name for this kind of problem; `about:blank` where the status says it all.
       * @example about:blank
       */
      type: string;
    };
    /** @description One's own profile. */
    ProfileForm: {
      /**
       * @description Given name.
       * @example Linh
       */
      firstName?: string;
      /**
       * @description Family name.
       * @example Tran
       */
      lastName?: string;
      /**
       * Format: image-url
       * @description Address of a picture; null for none.
       */
      photoURL?: string | null;
    };
    /** @description One's own account with what one can do about it. */
    ProfileView: components["schemas"]["AccountView"] & {
      /** @description When it was made. */
      createdAt: components["schemas"]["Moment"];
      /** @description Other accounts that sign in to this one. */
      federated: components["schemas"]["Federated"][];
      /** @description Whether a password signs in. */
      hasPassword: boolean;
      /** @description Whether a code is asked for after the password. */
      hasSecondFactor: boolean;
      /** @description Whether it is known that the mailbox is this person's. */
      isEmailVerified: boolean;
      /** @description Whether this guide wants a second factor of this person, who has none: until then they may no more than a viewer. */
      owesSecondFactor: boolean;
    };
    /**
     * @description Who keeps the accounts.
     * @enum {string}
     */
    Provider: "builtin" | "firebase";
    /** @description A question and its answer. */
    Question: {
      /**
       * @description One paragraph.
       * @example Sign in and touch its heart.
       */
      answer: string;
      /**
       * @description As travellers ask it.
       * @example How do I save a place?
       */
      question: string;
    };
    /**
     * @description Where a place's rating was read.
     * @enum {string}
     */
    RatingSource: "google" | "booking" | "agoda" | "tripadvisor" | "facebook" | "guide";
    /** @description A message has arrived. */
    Receipt: {
      /** @description Its id. */
      id: components["schemas"]["MessageId"];
      /** @description When. */
      receivedAt: components["schemas"]["Moment"];
    };
    /**
     * @description Why a place that was verified is to be verified again.
     * @enum {string}
     */
    RecheckReason: "changed" | "expired";
    /** @description Codes for the day on which the phone is lost. They are shown this once. */
    RecoveryCodesView: {
      /**
       * @description Ten, each good once.
       * @example [
       *       "abcd-efgh-jkmn-pqrs"
       *     ]
       */
      recoveryCodes: string[];
    };
    /** @description What an editor sets for the region. */
    Region: {
      /**
       * @description Measurement id of the analytics service; blank for none.
       * @example G-ABC1234567
       */
      analyticsId: string;
      /**
       * @description The guide's name.
       * @example Lantern Bay Guide
       */
      brand: string;
      /**
       * @description Where letters go.
       * @example team@example.org
       */
      contactEmail: string;
      /** @description The country whose phone numbers are written without a country code, as ISO 3166-1 alpha-2. */
      country?: components["schemas"]["Country"];
      /** @description The ways into the guide. */
      doors: components["schemas"]["Door"][];
      /** @description What the home page types. */
      heroPrompts: components["schemas"]["HeroPrompt"][];
      /** @description Its picture: `/…` or http(s). The home page begins with it, and links to pages without a picture show it. */
      imageUrl: string | null;
      /** @description What the map shows first. */
      map: components["schemas"]["MapView"];
      /** @description What every page says first, while there is something to know. */
      notice: components["schemas"]["Notice"];
      /**
       * @description The region as articles name it.
       * @example Lantern Bay, Vietnam
       */
      regionLine: string;
      /**
       * @description The region's name.
       * @example Lantern Bay
       */
      regionName: string;
      /** @description Pages elsewhere. */
      social: components["schemas"]["Social"];
      /**
       * @description The line under it.
       * @example Caves, rivers, and where to stay
       */
      tagline: string;
      /**
       * @description An IANA time zone.
       * @example Asia/Ho_Chi_Minh
       */
      timeZone: string;
      /** @description What the guide is. */
      whatIs: components["schemas"]["WhatIs"];
    };
    /** @description A page that could not be rendered when it was last asked for. */
    RenderFailure: {
      /**
       * @description The record's id.
       * @example 7
       */
      id: string | null;
      kind: components["schemas"]["AuditKind"] | null;
      /**
       * @description The record's name or title.
       * @example Lantern Cave
       */
      name: string | null;
      /**
       * @description The page's path, percent-decoded.
       * @example /places/lantern-cave
       */
      path: string;
      /**
       * @description Why the last try failed: plain text, at most 300 characters.
       * @example The renderer answered 500
       */
      reason: string;
      /** @description When it failed first since it last rendered. */
      since: components["schemas"]["Moment"];
    };
    /** @description A new password, and the link that allows it. */
    ResetForm: {
      /**
       * @description The new password.
       * @example seven-lanterns
       */
      password: string;
      /**
       * @description The secret of the link in the letter.
       * @example Zm9yIHRoZSBib2F0IG9uIHRoZSBTb24sIGF0IGVpZ2h0
       */
      token: string;
    };
    /** @description Whose password is forgotten. */
    ResetRequestForm: {
      /**
       * @description The email address, in any case.
       * @example linh@example.org
       */
      email: string;
    };
    /** @description What a guest wrote elsewhere. */
    Review: {
      /**
       * @description Who wrote it.
       * @example Linh T.
       */
      author: string;
      /**
       * Format: double
       * @description 1 to 5.
       * @example 4.5
       */
      rating: number;
      /**
       * @description What they wrote.
       * @example Two hours by boat, and we were alone in there.
       */
      text: string;
    };
    /**
     * @description What an account may do, lowest rank first.
     * @enum {string}
     */
    Role: "viewer" | "business_owner" | "admin";
    /** @description What an authenticator app needs. */
    SecondFactorView: {
      /**
       * @description Base32, to be typed.
       * @example GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ
       */
      secret: string;
      /**
       * @description The same to be shown as a QR code.
       * @example otpauth://totp/Guide:linh%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Guide
       */
      uri: string;
    };
    /** @description A sign-in on one device. */
    SessionItem: {
      /** @description When somebody signed in. */
      createdAt: components["schemas"]["Moment"];
      /**
       * @description Browser and system, from what the browser said of itself; empty if it said nothing.
       * @example Firefox on Linux
       */
      device: string;
      /**
       * @description Its id.
       * @example 0198c6a1f0e27d4cb1a29c1e5a7d3f10
       */
      id: string;
      /** @description Whether it is the one that asks. */
      isCurrent: boolean;
      /** @description When it was last carried on. */
      usedAt: components["schemas"]["Moment"];
    };
    /** @description Somebody is signed in. */
    SessionView: {
      /** @description When the token ends: an hour after it was made. */
      expiresAt: components["schemas"]["Moment"];
      /**
       * @description The access token, to be sent as `Authorization: Bearer`. A JWT that the keys under `/api/auth/jwks` verify.
       * @example eyJhbGciOiJFZERTQSJ9.eyJhdWQiOiJrYXJzdCJ9.c2lnbmF0dXJl
       */
      token: string;
      /** @description Whose it is. */
      user: components["schemas"]["AccountView"];
    };
    /** @description The region's settings. */
    SettingsChanges: {
      /** @description Measurement id of the analytics service; blank for none. */
      analyticsId?: string;
      /**
       * @description The guide's name.
       * @example Lantern Bay Guide
       */
      brand?: string;
      /**
       * Format: deliverable-email
       * @description Where letters go; blank for nowhere.
       * @example team@example.org
       */
      contactEmail?: string;
      /**
       * @description The country whose phone numbers are written without a country code, as ISO 3166-1 alpha-2.
       * @default VN
       * @example VN
       */
      country?: string;
      /** @description The ways into the guide. */
      doors?: {
        /** @description What the link says. */
        button: string;
        /**
         * @description A page of this guide.
         * @example /explore?category=cave
         */
        href: string;
        /** @description A sentence or two. */
        text: string;
        /** @description The heading. */
        title: string;
      }[];
      /** @description What the home page types. */
      heroPrompts?: {
        /** @description What the button says. */
        button: string;
        /**
         * @description A page of this guide.
         * @example /explore?category=cave
         */
        href: string;
        /** @description What is typed. */
        text: string;
      }[];
      /**
       * Format: image-url
       * @description The region's picture: a path on this site or an http(s) address; none for the drawn one.
       */
      imageUrl?: string | null;
      /** @description What the map shows first. */
      map?: {
        /**
         * @description Degrees north of the centre.
         * @example 16.58137
         */
        latitude: number | string;
        /**
         * @description Degrees east of the centre.
         * @example 107.28308
         */
        longitude: number | string;
        /**
         * @description Zoom level, as web maps count.
         * @example 10
         */
        zoom: number;
      };
      /** @description Ignored: the guide's own configuration says it. */
      readonly mapStyleUrl?: unknown;
      /** @description What every page says first, while there is something to know. */
      notice?: {
        /**
         * @description A page of this guide that says more; blank for none.
         * @example /inspiration/7-after-the-flood
         */
        href?: string;
        /**
         * @description What there is to know; blank for nothing.
         * @example The road to the caves is closed after the flood.
         */
        text?: string;
        /**
         * @description The last day, on the region's clock, on which pages say so; blank until it is taken away.
         * @example 2026-11-30
         */
        until?: string;
      };
      /** @description Ignored. */
      readonly pictures?: unknown;
      /** @description Ignored: the guide's own configuration says it. */
      readonly publicUrl?: unknown;
      /**
       * @description The region as articles name it.
       * @example Lantern Bay, Vietnam
       */
      regionLine?: string;
      /**
       * @description The region's name.
       * @example Lantern Bay
       */
      regionName?: string;
      /** @description Pages elsewhere; blank ones are hidden. */
      social?: {
        /**
         * Format: http-url
         * @description Its address; blank for none.
         */
        facebook?: string;
        /**
         * Format: http-url
         * @description Its address; blank for none.
         */
        instagram?: string;
        /**
         * Format: http-url
         * @description Its address; blank for none.
         */
        tiktok?: string;
        /**
         * Format: http-url
         * @description Its address; blank for none.
         */
        youtube?: string;
      };
      /**
       * @description The line under it.
       * @example Caves, rivers, and where to stay
       */
      tagline?: string;
      /**
       * @description An IANA time zone.
       * @example Asia/Ho_Chi_Minh
       */
      timeZone?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly uuid?: unknown;
      /** @description Ignored; `If-Match` is what counts. */
      readonly version?: unknown;
      /** @description What the guide is, in a few sentences. */
      whatIs?: {
        /** @description Its paragraphs. */
        paragraphs?: string[];
        /**
         * @description The heading.
         * @example What this guide is
         */
        title: string;
      };
    };
    /** @description The region's settings, as the site and the console read them. */
    SettingsView: components["schemas"]["Region"] & {
      /** @description Style address of another map than the built-in one. */
      mapStyleUrl: string | null;
      /** @description What is known of `imageUrl`, where it is this guide's own picture. */
      pictures: components["schemas"]["PictureView"][];
      /**
       * @description The address that travellers see, without a trailing slash.
       * @example https://guide.example.org
       */
      publicUrl: string;
      updatedAt: components["schemas"]["Moment"] | null;
      /**
       * @description What feeds call this guide, for good, as `urn:uuid:…`; blank before the first settings.
       * @example 0198c6a1-f0e2-7d4c-b1a2-9c1e5a7d3f11
       */
      uuid: string;
      /**
       * Format: int64
       * @description Grows by one with each change.
       * @example 3
       */
      version: number;
    };
    /**
     * @description E-mail and password.
     * @example {
     *       "email": "linh@example.org",
     *       "password": "seven-lanterns"
     *     }
     */
    SignInForm: {
      /**
       * @description Six digits from the authenticator app, or a recovery code.
       * @example 081804
       */
      code?: string | null;
      /**
       * @description The email address, in any case.
       * @example linh@example.org
       */
      email: string;
      /**
       * @description The account's password.
       * @example seven-lanterns
       */
      password: string;
    };
    /** @description A new account. */
    SignUpForm: {
      /**
       * Format: deliverable-email
       * @description The email address, in any case.
       * @example linh@example.org
       */
      email: string;
      /**
       * @description Given name.
       * @example Linh
       */
      firstName: string;
      /**
       * @description Family name.
       * @example Tran
       */
      lastName: string;
      /**
       * @description The new password.
       * @example seven-lanterns
       */
      password: string;
    };
    /** @description Pages elsewhere; blank ones are hidden. */
    Social: {
      /**
       * @default
       * @example https://facebook.example/lantern-bay
       */
      facebook?: string;
      /**
       * @default
       * @example https://instagram.example/lantern-bay
       */
      instagram?: string;
      /**
       * @default
       * @example https://tiktok.example/lantern-bay
       */
      tiktok?: string;
      /**
       * @default
       * @example https://youtube.example/lantern-bay
       */
      youtube?: string;
    };
    /** @description One reason of a score. */
    SpamReason: {
      /**
       * @description A name for it.
       * @example links
       */
      code: string;
      /**
       * Format: int64
       * @description What it adds to the score; below zero where it speaks for the writer.
       * @example 35
       */
      points: number;
      /**
       * @description A sentence for the moderator.
       * @example It holds 3 links.
       */
      text: string;
    };
    /** @description What a map shows of a place. */
    SpotProperties: {
      /** @description The point is not surveyed: say "location approximate". */
      approximate: boolean;
      /**
       * @description The main category's slug.
       * @example cave
       */
      category: string | null;
      /**
       * @description The main category's colour; null is the grey default.
       * @example #78350F
       */
      color: string | null;
      /** @example Lantern Cave */
      name: string;
      premium: boolean;
      /** @example lantern-cave */
      slug: string;
    };
    /**
     * @description Where an article stands, for those who keep it.
     * @enum {string}
     */
    Standing: "live" | "scheduled" | "inactive";
    /** @description How much of everything there is, for the caller: an owner counts their own. */
    Stats: {
      /**
       * Format: int64
       * @description Articles outside the trash; for an owner, none.
       * @example 9
       */
      articles: number;
      /**
       * Format: int64
       * @description Places outside the trash.
       * @example 146
       */
      businesses: number;
      /**
       * Format: int64
       * @description Categories.
       * @example 22
       */
      categories: number;
      /**
       * Format: int64
       * @description Guestbook entries, whatever their status; for an owner, public ones about their places.
       * @example 40
       */
      guestbookEntries: number;
      /**
       * Format: int64
       * @description Places that were verified and are to be verified again; for an owner, none.
       * @example 2
       */
      rechecks: number;
      /**
       * Format: int64
       * @description Inactive places of owners: they are public when an admin makes them active. For an owner, none.
       * @example 1
       */
      toApprove: number;
      /**
       * Format: int64
       * @description Accounts; for an owner, none.
       * @example 3
       */
      users: number;
    };
    /**
     * @description How an entry or a comment stands.
     * @enum {string}
     */
    Status: "pending" | "approved" | "rejected" | "spam";
    /** @description What somebody who is typing may mean, each kind with its best answer first. */
    Suggestions: {
      /** @description Categories with an active place. */
      categories: components["schemas"]["CategorySuggestion"][];
      /** @description Places. */
      places: components["schemas"]["PlaceSuggestion"][];
      /**
       * @description Tags of active places, without accents.
       * @example [
       *       "swimming"
       *     ]
       */
      tags: string[];
    };
    /** @description What the client believes about the identity. */
    SyncForm: {
      /** @description The account's address, if it is sent: the token's own. */
      email?: string | null;
      /** @description Given name, where the account has none. */
      firstName?: string | null;
      /** @description Family name, where the account has none. */
      lastName?: string | null;
      /**
       * Format: image-url
       * @description Address of a picture; null for none.
       */
      profileImageUrl?: string | null;
      /** @description The account's id, if it is sent: the token's own. */
      uid?: string | null;
    };
    /** @description Things to know, under a heading. */
    Tips: {
      /**
       * @description One sentence or two each.
       * @example [
       *       "Bring cash: the nearest machine is in town."
       *     ]
       */
      items: string[];
      /**
       * @description The heading.
       * @example Before you come
       */
      title: string;
    };
    /** @description A topic: a tag of public articles. */
    Topic: {
      /**
       * Format: int64
       * @description How many public articles have it.
       * @example 4
       */
      count: number;
      /**
       * @description The tag, as it is written.
       * @example cave
       */
      tag: string;
    };
    /** @description One way to come. */
    TransportOption: {
      /**
       * @description Who runs it.
       * @example [
       *       "Bay Buses"
       *     ]
       */
      companies: string[];
      /**
       * @description What else to know.
       * @example Leaves the station every half hour.
       */
      details: string;
      /**
       * @description How long it takes, in words.
       * @example about 90 min
       */
      duration: string;
      /**
       * @description What it costs, in words, with its year.
       * @example 35,000 VND
       */
      price: string;
      /**
       * @description What one goes by.
       * @example Local bus B4
       */
      type: string;
    };
    /** @description A place in the trash: enough to know it by. */
    TrashItem: {
      category: components["schemas"]["CategoryRef"] | null;
      deletedAt: components["schemas"]["Moment"] | null;
      /** @description Its id. */
      id: components["schemas"]["PlaceId"];
      /** @description Whether it is public again once it is restored. */
      isActive: boolean;
      keptUntil: components["schemas"]["Moment"] | null;
      /**
       * @description Its name as people there write it.
       * @example Hang Đèn Lồng
       */
      localName: string | null;
      /**
       * @description Its name.
       * @example Lantern Cave
       */
      name: string;
      /**
       * @description The address that waits for it.
       * @example lantern-cave
       */
      slug: string;
    };
    /** @description Something that shows a picture. */
    UseView: {
      /**
       * Format: int64
       * @description Its id.
       * @example 12
       */
      id: number;
      /** @description It lies in the trash, and shows the picture again once it is restored. */
      isInTrash: boolean;
      /**
       * @description `place`, `article`, `entry` or `settings`.
       * @example place
       */
      kind: string;
      /**
       * @description What it is called; of an entry whose it is.
       * @example Lantern Cave
       */
      title: string;
    };
    /**
     * @description An account.
     * @example {
     *       "email": "linh@example.org",
     *       "firstName": "Linh",
     *       "lastName": "Tran",
     *       "role": "viewer"
     *     }
     */
    UserChanges: {
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /**
       * Format: deliverable-email
       * @description The email address, in any case.
       * @example linh@example.org
       */
      email?: string;
      /**
       * @description Given name.
       * @example Linh
       */
      firstName?: string;
      /** @description Ignored. */
      readonly hasPassword?: unknown;
      /** @description The id in the address, if it is sent back. */
      id?: string;
      /**
       * @description Whether the person may sign in.
       * @default true
       */
      isActive?: boolean;
      /** @description Ignored. */
      readonly isEmailVerified?: unknown;
      /**
       * @description Family name.
       * @example Tran
       */
      lastName?: string;
      /**
       * @description What the person may do.
       * @default viewer
       * @enum {string}
       */
      role?: "viewer" | "business_owner" | "admin";
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly version?: unknown;
    };
    /** @description How many accounts there are, of each role. */
    UserCounts: {
      /**
       * Format: int64
       * @description Admins.
       * @example 1
       */
      admins: number;
      /**
       * Format: int64
       * @description Business owners.
       * @example 3
       */
      businessOwners: number;
      /**
       * Format: int64
       * @description All accounts, deactivated ones too.
       * @example 12
       */
      total: number;
      /**
       * Format: int64
       * @description Everybody else.
       * @example 8
       */
      viewers: number;
    };
    /**
     * @description An account.
     * @example {
     *       "email": "linh@example.org",
     *       "firstName": "Linh",
     *       "lastName": "Tran",
     *       "role": "viewer"
     *     }
     */
    UserForm: {
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /**
       * Format: deliverable-email
       * @description The email address, in any case.
       * @example linh@example.org
       */
      email: string;
      /**
       * @description Given name.
       * @example Linh
       */
      firstName: string;
      /** @description Ignored. */
      readonly hasPassword?: unknown;
      /** @description The id in the address, if it is sent back. */
      id?: string;
      /**
       * @description Whether the person may sign in.
       * @default true
       */
      isActive?: boolean;
      /** @description Ignored. */
      readonly isEmailVerified?: unknown;
      /**
       * @description Family name.
       * @example Tran
       */
      lastName: string;
      /**
       * @description What the person may do.
       * @default viewer
       * @enum {string}
       */
      role?: "viewer" | "business_owner" | "admin";
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly version?: unknown;
    };
    /** @description An account, as admins see it. */
    UserView: {
      /** @description When it was made. */
      createdAt: components["schemas"]["Moment"];
      /**
       * @description The e-mail address, in lower case.
       * @example linh@example.org
       */
      email: string;
      /**
       * @description Given name; may be empty.
       * @example Linh
       */
      firstName: string;
      /** @description Whether a password signs in; an account without one waits for its invitation, or signs in with another provider. */
      hasPassword: boolean;
      /**
       * @description The permanent id.
       * @example 0198c6a1f0e27d4cb1a29c1e5a7d3f10
       */
      id: string;
      /** @description A deactivated account is signed out at its next request. */
      isActive: boolean;
      /** @description Whether it is known that the mailbox is this person's. */
      isEmailVerified: boolean;
      /**
       * @description Family name; may be empty.
       * @example Tran
       */
      lastName: string;
      /** @description What the person may do. */
      role: components["schemas"]["Role"];
      /** @description When it last changed. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description Grows by one with each change; what `If-Match` compares.
       * @example 1
       */
      version: number;
    };
    /**
     * @description A moderator's verdict.
     * @example {
     *       "notes": "Known to us",
     *       "status": "approved"
     *     }
     */
    VerdictForm: {
      /** @description For other moderators; what is not sent stays as it is. */
      notes?: string | null;
      /**
       * @description The verdict.
       * @enum {string}
       */
      status: "approved" | "rejected" | "spam";
    };
    /** @description A link, and the account's password where nobody is signed in. */
    VerifyForm: {
      /** @description The account's password, as typed. */
      password?: string | null;
      /**
       * @description The secret of the link in the letter.
       * @example Zm9yIHRoZSBib2F0IG9uIHRoZSBTb24sIGF0IGVpZ2h0
       */
      token: string;
    };
    /** @description What whoever changes a record should look at. The change is made all the same. */
    Warning: {
      /**
       * @description A name for this kind of warning.
       * @example night_cut
       */
      code: string;
      /**
       * @description The field's name in the request.
       * @example operatingHours
       */
      field: string;
      /**
       * @description The sentence to show beside the field.
       * @example We off closes the place at midnight in the night from Tuesday to Wednesday.
       */
      message: string;
      /**
       * @description A value for the field that has none of the effects that the message names.
       * @example Mo,Tu,Th-Su 17:00-02:00
       */
      suggestion?: string | null;
    };
    /** @description Seven days that repeat until the next week of the list. */
    Week: {
      /**
       * @description From Monday to Sunday: the spans in which it is open, in minutes from midnight, from when until when. One that
       *     passes midnight ends after 1440 and is not said again for the next day.
       * @example [
       *       [
       *         [
       *           480,
       *           1020
       *         ]
       *       ],
       *       [
       *         [
       *           480,
       *           1020
       *         ]
       *       ],
       *       [
       *         [
       *           480,
       *           1020
       *         ]
       *       ],
       *       [
       *         [
       *           480,
       *           1020
       *         ]
       *       ],
       *       [
       *         [
       *           480,
       *           1020
       *         ]
       *       ],
       *       [
       *         [
       *           1080,
       *           1560
       *         ]
       *       ],
       *       []
       *     ]
       */
      days: number[][][];
      /**
       * Format: date
       * @description Its first day, a Monday.
       * @example 2026-11-16
       */
      from: string;
    };
    /** @description What the guide is, in a few sentences. */
    WhatIs: {
      /**
       * @description Its paragraphs.
       * @example [
       *       "Everything here was visited by somebody who lives nearby."
       *     ]
       */
      paragraphs: string[];
      /**
       * @description The heading.
       * @example What this guide is
       */
      title: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listAudit: {
    parameters: {
      query?: {
        /** @description What this account did, by its id. */
        account?: string;
        /** @description What was done by this call: `updatePlace`. */
        action?: string;
        /** @description What was done to things of this kind. */
        kind?: components["schemas"]["AuditKind"];
        /** @description What was done to this one of them, by its id; needs `kind`. */
        subject?: string;
        /** @description What was done then or later: `2026-11-21T00:00:00Z`. */
        from?: string;
        /** @description What was done before: `2026-11-22T00:00:00Z`. */
        to?: string;
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
        /** @description Where an earlier answer's `Link` goes on; not with `offset`. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many rows there are in all, up to 10,000. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AuditItem"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updatePlaces: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["BulkChanges"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  undoUpdatePlaces: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The change's `undoId`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkUndoView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It was undone before, or is older than ten minutes. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listComments: {
    parameters: {
      query?: {
        /** @description pending (also when it is not said), spam, approved or rejected. */
        status?: string;
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many comments there are in all. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminCommentView"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  moderateComments: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["BulkVerdictForm"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Some are settled already; they are named. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  undoModerateComments: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The verdicts' `undoId`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkUndoView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It was undone before, or is older than ten minutes. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteComment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The comment's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  moderateComment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The comment's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["VerdictForm"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminCommentView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It is settled already. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restoreComment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The comment's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminCommentView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listMessages: {
    parameters: {
      query?: {
        /** @description new, answered, closed or spam. */
        status?: string;
        /** @description Words that the message, its subject, or its sender's name or address must contain; case and accents do not matter: `kayak`. */
        q?: string;
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many messages there are in all. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MessageView"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  countMessages: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MessageCounts"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The message's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MessageView"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that is being changed: its number in quotes, as in `"3"`, or the `ETag` of a read; `*` for whichever is there. Weak tags match nothing. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The message's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MessageChanges"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MessageView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The message's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restoreMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The message's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MessageView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listEnquiries: {
    parameters: {
      query?: {
        /** @description How the email fared: waiting, sent, failed, no_mail_server, no_address or spam. */
        delivery?: string;
        /** @description To this place alone. */
        businessId?: number;
        /** @description Words that the message, the place's name, or the sender's name or address must contain; case and accents do not matter: `room`. */
        q?: string;
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many enquiries there are in all. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EnquiryView"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getEnquiry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The enquiry's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EnquiryView"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createAdminEntry: {
    parameters: {
      query?: never;
      header?: {
        /** @description A value of your own for this request, such as a UUID. For 24 hours a retry of the same request with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AdminEntryForm"];
      };
    };
    responses: {
      /** @description It is made; `Location` is its address. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description An earlier request with this `Idempotency-Key` is not finished, or its response was lost (`type` is then `/problems/response-lost`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listApprovedEntries: {
    parameters: {
      query?: {
        /** @description Words that author, message, nationality or location must contain; case and accents do not matter: `boat`. */
        q?: string;
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many entries there are in all. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryView"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  moderateEntries: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["BulkVerdictForm"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Some are settled already; they are named. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  undoModerateEntries: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The verdicts' `undoId`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkUndoView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It was undone before, or is older than ten minutes. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  countEntries: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EntryCounts"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listPendingEntries: {
    parameters: {
      query?: {
        /** @description Words that author, message, nationality or location must contain; case and accents do not matter: `boat`. */
        q?: string;
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many entries there are in all. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryView"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listRejectedEntries: {
    parameters: {
      query?: {
        /** @description Words that author, message, nationality or location must contain; case and accents do not matter: `boat`. */
        q?: string;
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many entries there are in all. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryView"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listSpamEntries: {
    parameters: {
      query?: {
        /** @description Words that author, message, nationality or location must contain; case and accents do not matter: `boat`. */
        q?: string;
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many entries there are in all. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryView"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getAdminEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The entry's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryView"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateEntry: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that is being changed: its number in quotes, as in `"3"`, or the `ETag` of a read; `*` for whichever is there. Weak tags and tags of a compressed answer count as well. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The entry's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["EntryChanges"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The entry's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  moderateEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The entry's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["VerdictForm"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It is settled already. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restoreEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The entry's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  undoModeration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The entry's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no verdict, or it is older than ten minutes. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listInvalidValues: {
    parameters: {
      query?: {
        /** @description How many records to check at the most. */
        limit?: number;
        /** @description Where an earlier answer's `Link` goes on. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the check goes on. */
          link?: string | null;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InvalidValue"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listRenderFailures: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RenderFailure"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getStats: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Stats"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /** @description Words that the name or the address must contain; case and accents do not matter: `linh`. */
        q?: string;
        /** @description viewer, business_owner or admin. */
        role?: string;
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
        /** @description Where an earlier answer's `Link` goes on; not with `offset`. */
        cursor?: string;
        /** @description One of name, -name, email, -email, role, -role, createdAt, -createdAt, updatedAt, -updatedAt, id, -id. */
        sort?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many accounts there are in all. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserView"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description A value of your own for this request, such as a UUID. For 24 hours a retry of the same request with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UserForm"];
      };
    };
    responses: {
      /** @description It is made; `Location` is its address. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description An earlier request with this `Idempotency-Key` is not finished, or its response was lost (`type` is then `/problems/response-lost`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  exportUsers: {
    parameters: {
      query?: {
        /** @description As in the list. */
        q?: string;
        /** @description As in the list. */
        role?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description The file's name: `users-export-{date}.csv`. */
          "content-disposition"?: string;
          /** @description How many accounts are in it. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "text/csv": string;
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  countUsers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserCounts"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account's id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserView"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that is being changed: its number in quotes, as in `"3"`, or the `ETag` of a read; `*` for whichever is there. Weak tags and tags of a compressed answer count as well. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The account's id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UserChanges"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It is the last admin who can sign in. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account's id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It is the last admin who can sign in. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createPasswordLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The account's id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is made; `Location` is its address. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PasswordLinkView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account is not active, it is the caller's own, or Firebase keeps the accounts. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many links. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listArticles: {
    parameters: {
      query?: {
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
        /** @description Where an earlier answer's `Link` goes on; not with `offset`. */
        cursor?: string;
        /** @description One of publicationDate, -publicationDate, title, -title, updatedAt, -updatedAt, id, -id. */
        sort?: string;
        /** @description Words that the title, the author or the summary must contain; case and accents do not matter: `hang den`. */
        q?: string;
        /** @description A topic, as in `cave`; case and accents do not matter. */
        tag?: string;
        /** @description Featured articles only, or all others. */
        featured?: boolean;
        /** @description Up to 200 ids separated by commas: `1,2,3`. */
        ids?: string;
        /** @description Send only these fields, separated by commas: `id,slug,title`. */
        fields?: string;
        /** @description With `true` an admin gets inactive and scheduled articles too. */
        showAll?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many articles there are in all. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleItem"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createArticle: {
    parameters: {
      query?: {
        /** @description With `true` nothing is saved: the answer is what it would be, with its warnings. */
        dryRun?: boolean;
      };
      header?: {
        /** @description A value of your own for this request, such as a UUID. For 24 hours a retry of the same request with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ArticleForm"];
      };
    };
    responses: {
      /** @description With `dryRun=true`: what it would be. Its id is not reserved. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleView"];
        };
      };
      /** @description It is made; `Location` is its address. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description An earlier request with this `Idempotency-Key` is not finished, or its response was lost (`type` is then `/problems/response-lost`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listTopics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Topic"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A token was sent that does not count; without one this can be read by anybody. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listArticleTrash: {
    parameters: {
      query?: {
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description How many articles are in it. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleTrashItem"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getArticle: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The article's id, or `{id}-{slug}`.
         * @example 7-a-day-on-the-river
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleView"];
        };
      };
      /** @description It has another address now. */
      301: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateArticle: {
    parameters: {
      query?: {
        /** @description With `true` nothing is saved: the answer is what it would be, with its warnings. */
        dryRun?: boolean;
      };
      header?: {
        /** @description The version that is being changed: its number in quotes, as in `"3"`, or the `ETag` of a read; `*` for whichever is there. Weak tags and tags of a compressed answer count as well. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The article's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ArticleChanges"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteArticle: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The article's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restoreArticle: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The article's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProfileView"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ProfileForm"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProfileView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DeletionForm"];
      };
    };
    responses: {
      /** @description It is gone. */
      204: {
        headers: {
          /** @description Takes `karst_refresh` back. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It is the last admin's. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many wrong guesses. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  requestDeletionCode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The email is on its way. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account has a password. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many emails. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  exportAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description The file's name. */
          "content-disposition"?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExportView"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  unlinkFederated: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description One that the account lists under `federated`. */
        provider: components["schemas"]["Federated"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It signs in to this account no more. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It is the only way in, or Firebase keeps this guide's accounts. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  endFederatedSignIn: {
    parameters: {
      query?: {
        /** @description What names the sign-in. */
        state?: string;
        /** @description What the provider exchanges for its word. */
        code?: string;
        /** @description Why there is no code. */
        error?: string;
        /** @description Who the provider says it is (RFC 9207). */
        iss?: string;
      };
      header?: never;
      path: {
        /** @description Who sends somebody back. */
        provider: components["schemas"]["Federated"];
      };
      cookie?: {
        /** @description As the start set it. */
        karst_federated?: string | null;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Signed in. */
      200: {
        headers: {
          /** @description `karst_refresh`: the refresh token, for `/api/auth` only. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content: {
          "text/html": string;
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not signed in; a page that says why. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/html": string;
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The provider cannot be reached; a page that says so. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/html": string;
        };
      };
    };
  };
  startFederatedSignIn: {
    parameters: {
      query?: {
        /** @description Where to go afterwards: a path of this guide, as `/explore?category=cave`. Without one staff go to the console, others to the guide. */
        returnTo?: string;
      };
      header?: never;
      path: {
        /** @description One that `/api/firebase-config` lists under `federated`. */
        provider: components["schemas"]["Federated"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description To the provider. */
      303: {
        headers: {
          /** @description The provider's page. */
          location?: string;
          /** @description `karst_federated`, for the way back. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The page of another site led here. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many attempts; a page that says so. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "text/html": string;
        };
      };
      /** @description The provider cannot be reached; a page that says so. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/html": string;
        };
      };
    };
  };
  syncIdentity: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SyncForm"];
      };
    };
    responses: {
      /** @description The account behind the token. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AccountView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description An account has the address, and Firebase has not verified that it is theirs. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All keys in use, newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KeysView"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  changePassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PasswordForm"];
      };
    };
    responses: {
      /** @description It is changed; this is the only session now. */
      200: {
        headers: {
          /** @description `karst_refresh`: the refresh token, for `/api/auth` only. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many wrong guesses. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  requestPasswordReset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ResetRequestForm"];
      };
    };
    responses: {
      /** @description If the address has an account, a letter is on its way to it. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many letters. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  confirmPasswordReset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ResetForm"];
      };
    };
    responses: {
      /** @description The password is set. Sign in with it. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  refreshSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: {
        /** @description The refresh token, as signing in set it. */
        karst_refresh?: string | null;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Still signed in. */
      200: {
        headers: {
          /** @description `karst_refresh`: the next refresh token. */
          "set-cookie"?: string | null;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or not any more. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The page of another site sent this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  offerSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FactorForm"];
      };
    };
    responses: {
      /** @description What an authenticator app needs. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SecondFactorView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not for this account, or it has no password and signed in too long ago. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is one already. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many wrong guesses. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  removeSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["LeaveForm"];
      };
    };
    responses: {
      /** @description There is none now. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many wrong guesses. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  confirmSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CodeForm"];
      };
    };
    responses: {
      /** @description It counts from the next sign-in on. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RecoveryCodesView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many wrong guesses. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionItem"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The session's id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  signIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SignInForm"];
      };
    };
    responses: {
      /** @description Signed in. */
      200: {
        headers: {
          /** @description `karst_refresh`: the refresh token, for `/api/auth` only. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description E-mail or password is not right, or a code is asked for. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The page of another site sent this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many failed attempts. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  signOut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: {
        /** @description The refresh token, as signing in set it. */
        karst_refresh?: string | null;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Signed out. */
      204: {
        headers: {
          /** @description Takes `karst_refresh` back. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is not one of this guide. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The page of another site sent this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  signOutEverywhere: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Signed out. */
      204: {
        headers: {
          /** @description Takes `karst_refresh` back. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  signUp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SignUpForm"];
      };
    };
    responses: {
      /** @description The account is made, and signed in. */
      201: {
        headers: {
          /** @description `karst_refresh`: the refresh token, for `/api/auth` only. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The page of another site sent this. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many attempts. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  requestVerification: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The letter is on its way. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many letters. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  confirmVerification: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["VerifyForm"];
      };
    };
    responses: {
      /** @description The address is verified. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase keeps this guide's accounts, and this is for Firebase to do. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many wrong guesses. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listPlaces: {
    parameters: {
      query?: {
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
        /** @description Where an earlier answer's `Link` goes on; not with `offset`. */
        cursor?: string;
        /** @description One of best, name, -name, rating, -rating, createdAt, -createdAt, updatedAt, -updatedAt, id, -id, distance (needs `near`), relevance (needs `q`, and is its order when none is named). */
        sort?: string;
        /** @description Words that the names, the tags, the description or a category's name must contain; case and accents do not matter: `hang den`. What begins a word comes first; what stands inside of one is looked for where fewer than 50 places have a word that begins so, and no name has several words as they were typed. */
        q?: string;
        /** @description A category's slug, alias or id: `cave`. */
        category?: string;
        /** @description Tags separated by commas; a place needs one that contains one of them: `beer,river`. */
        tags?: string;
        /** @description West, south, east, north in degrees: `107.2,16.4,107.4,16.7`. A box whose west is greater than its east crosses the date line. */
        bbox?: string;
        /** @description Latitude, longitude, for `sort=distance`: `16.6,107.3`. */
        near?: string;
        /** @description Up to 200 ids separated by commas: `1,2,3`. */
        ids?: string;
        /** @description Up to 50 words from places' addresses, present or former ones, separated by commas: `lantern-cave,echo-cave`. */
        slugs?: string;
        /** @description Featured places only, or all others. */
        premium?: boolean;
        /** @description Places with a checked location only, or all others. */
        verified?: boolean;
        /** @description For admins: places to verify again only (`recheckReason`), or all others. */
        recheck?: boolean;
        /** @description Active places only, or inactive ones, which `showAll` alone shows. */
        active?: boolean;
        /** @description Send only these fields, separated by commas: `id,name,slug`. */
        fields?: string;
        /** @description With `true` an admin gets inactive places too, an owner their own. */
        showAll?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many places there are in all. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlaceItem"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createPlace: {
    parameters: {
      query?: {
        /** @description With `true` nothing is saved: the answer is what it would be, with its warnings. */
        dryRun?: boolean;
      };
      header?: {
        /** @description A value of your own for this request, such as a UUID. For 24 hours a retry of the same request with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PlaceForm"];
      };
    };
    responses: {
      /** @description With `dryRun=true`: what it would be. Its id is not reserved. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlaceView"];
        };
      };
      /** @description It is made; `Location` is its address. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlaceView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description An earlier request with this `Idempotency-Key` is not finished, or its response was lost (`type` is then `/problems/response-lost`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  placeSheet: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description The file's name: `places.csv`. */
          "content-disposition"?: string;
          /** @description The licence, as `rel="license"`. */
          link?: string;
          [name: string]: unknown;
        };
        content: {
          "text/csv": string;
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A token was sent that does not count; without one this can be read by anybody. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  placeFeed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/geo+json": components["schemas"]["PlaceFeed"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A token was sent that does not count; without one this can be read by anybody. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  placeDataset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description The file's name: `places.json`. */
          "content-disposition"?: string;
          /** @description The licence, as `rel="license"`. */
          link?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Dataset"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A token was sent that does not count; without one this can be read by anybody. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listTrash: {
    parameters: {
      query?: {
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description How many places are in it. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TrashItem"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getPlace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The place's id or slug.
         * @example 1
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlaceView"];
        };
      };
      /** @description It has another address now. */
      301: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updatePlace: {
    parameters: {
      query?: {
        /** @description With `true` nothing is saved: the answer is what it would be, with its warnings. */
        dryRun?: boolean;
      };
      header?: {
        /** @description The version that is being changed: its number in quotes, as in `"3"`, or the `ETag` of a read; `*` for whichever is there. Weak tags and tags of a compressed answer count as well. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The place's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PlaceChanges"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlaceView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deletePlace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The place's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createEnquiry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The place's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["EnquiryForm"];
      };
    };
    responses: {
      /** @description The enquiry has arrived. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EnquiryReceipt"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many enquiries. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listPlaceEntries: {
    parameters: {
      query?: {
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description The place's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many entries there are in all. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EntryView"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restorePlace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The place's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlaceView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listCategories: {
    parameters: {
      query?: {
        /** @description `true` leaves out categories without an active place. */
        populated?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CategoryView"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A token was sent that does not count; without one this can be read by anybody. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createCategory: {
    parameters: {
      query?: never;
      header?: {
        /** @description A value of your own for this request, such as a UUID. For 24 hours a retry of the same request with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CategoryForm"];
      };
    };
    responses: {
      /** @description It is made; `Location` is its address. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CategoryView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description An earlier request with this `Idempotency-Key` is not finished, or its response was lost (`type` is then `/problems/response-lost`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getCategory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The category's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CategoryView"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A token was sent that does not count; without one this can be read by anybody. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateCategory: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that is being changed, its number in quotes, as in `"3"`; `*` for whichever is there. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The category's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CategoryChanges"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CategoryView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteCategory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The category's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Places are in this category. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restoreCategory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The category's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CategoryView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Another category answers to its name by now. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  sendMessage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ContactForm"];
      };
    };
    responses: {
      /** @description The message has arrived. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Receipt"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many messages. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getSignInConfig: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Who keeps the accounts, and what a password needs. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ConfigView"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listEntries: {
    parameters: {
      query?: {
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
        /** @description Entries about this place alone. */
        placeId?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many entries there are in all. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EntryView"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createEntry: {
    parameters: {
      query?: never;
      header?: {
        /** @description A value of your own for this request, such as a UUID. For 24 hours a retry of the same request with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewEntry"];
      };
    };
    responses: {
      /** @description It is made; `Location` is its address. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EntryView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description An earlier request with this `Idempotency-Key` is not finished, or its response was lost (`type` is then `/problems/response-lost`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account has posted too much. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The entry's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EntryView"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteOwnEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The entry's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createComment: {
    parameters: {
      query?: never;
      header?: {
        /** @description A value of your own for this request, such as a UUID. For 24 hours a retry of the same request with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description The entry's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewComment"];
      };
    };
    responses: {
      /** @description It is made; `Location` is its address. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CommentView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The entry itself waits for review. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account has posted too much. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listPictures: {
    parameters: {
      query?: {
        /** @description Words that the file's name, the description, the caption or the credit must contain: `boat`. */
        q?: string;
        /** @description Pictures that something shows, or all others. */
        used?: boolean;
        /** @description Pictures that are described or decorative, or all others. */
        described?: boolean;
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many pictures there are in all. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MediaView"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  addPicture: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "multipart/form-data": components["schemas"]["MediaUpload"];
      };
    };
    responses: {
      /** @description It is made; `Location` is its address. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MediaView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The file stopped coming. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many photos. */
      429: {
        headers: {
          /** @description Seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getPicture: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The picture's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MediaView"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updatePicture: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that is being changed, as for a place. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The picture's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MediaChanges"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MediaView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deletePicture: {
    parameters: {
      query?: {
        /** @description Remove it although it is in use. */
        force?: boolean;
      };
      header?: never;
      path: {
        /** @description The picture's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Something shows it. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  replacePicture: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that is being changed, as for a place. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The picture's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "multipart/form-data": components["schemas"]["MediaReplacement"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MediaView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restorePicture: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The picture's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MediaView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listPictureUses: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The picture's id. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UseView"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  readOpening: {
    parameters: {
      query: {
        /**
         * @description Opening hours in OpenStreetMap's syntax.
         * @example Mo-Fr 07:00-17:00
         */
        hours: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OpeningReading"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getAbout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageView_About"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It has not been written yet. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateAbout: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that is being changed, its number in quotes, as in `"3"`; `"0"` for a page that has not been written; `*` for whichever is there. */
        "If-Match"?: string | null;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AboutChanges"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageView_About"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getGettingHere: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageView_GettingHere"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It has not been written yet. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateGettingHere: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that is being changed, its number in quotes, as in `"3"`; `"0"` for a page that has not been written; `*` for whichever is there. */
        "If-Match"?: string | null;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["GettingHereChanges"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageView_GettingHere"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getHelp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageView_Help"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It has not been written yet. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateHelp: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that is being changed, its number in quotes, as in `"3"`; `"0"` for a page that has not been written; `*` for whichever is there. */
        "If-Match"?: string | null;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["HelpChanges"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageView_Help"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getPrivacy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageView_Privacy"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It has not been written yet. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updatePrivacy: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that is being changed, its number in quotes, as in `"3"`; `"0"` for a page that has not been written; `*` for whichever is there. */
        "If-Match"?: string | null;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PrivacyChanges"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageView_Privacy"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SettingsView"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateSettings: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that is being changed, its number in quotes, as in `"3"`; `*` for whichever is there. */
        "If-Match"?: string | null;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettingsChanges"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SettingsView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listSuggestions: {
    parameters: {
      query: {
        /**
         * @description What has been typed so far.
         * @example cave
         */
        q: string;
        /** @description How many of each kind at the most; 6 when it is not said. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Suggestions"];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A token was sent that does not count; without one this can be read by anybody. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listLikes: {
    parameters: {
      query?: {
        /** @description How many at the most. */
        limit?: number;
        /** @description How many to leave out first. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          /** @description Where the list goes on. */
          link?: string | null;
          /** @description How many places there are in all. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlaceView"][];
        };
      };
      /** @description What `If-None-Match` names is still true. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  toggleLike: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["LikeForm"];
      };
    };
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LikeView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no such public place. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is not sent as the type that this call reads. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has one sentence for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  likePlace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The place's id. */
        businessId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LikeView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Someone else has changed it; `current` is how it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  unlikePlace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The place's id. */
        businessId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was asked for. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LikeView"];
        };
      };
      /** @description The request cannot be read; `errors` names each unknown parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Nobody is signed in, or the token no longer counts. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This account may not do that. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is nothing under this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The address is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The guide cannot be reached right now; `Retry-After` says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no room left to keep it; `Retry-After` says when to try again. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
}
