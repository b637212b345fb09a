/** The specification's numbers, by its sections. Units are in the names. */

// Section 9, accounts and sessions
export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_BYTES = 1024;
export const SESSION_CHECK_MS = 5 * 60_000;
export const SESSION_TICK_MS = 30_000;
/** The session is renewed when this many ticks or fewer remain. */
export const SESSION_REFRESH_TICKS = 3;
export const ACCESS_TOKEN_SECONDS = 15 * 60;
/** Live sessions of a person; a further one ends the least recently used. */
export const SESSIONS_MAX = 100;
export const SESSION_IDLE_DAYS = 30;
/** A rotated refresh token stays valid this long, so that concurrent requests do not end the session. */
export const REFRESH_GRACE_SECONDS = 10;
/** How long after a reauthentication address, password and factors may be changed. */
export const REAUTHENTICATION_SECONDS = 10 * 60;
/** How long the second factor may take after the password. */
export const CHALLENGE_SECONDS = 5 * 60;
export const CODE_DIGITS = 6;
/** The cooldown of the button that resends a code. */
export const RESEND_WAIT_SECONDS = 30;
/** A mailed code is invalid after this many attempts. */
export const CODE_ATTEMPTS_MAX = 5;
export const VERIFY_CODE_SECONDS = 24 * 60 * 60;
export const RECOVERY_CODE_SECONDS = 60 * 60;
export const SIGN_IN_CODE_SECONDS = 15 * 60;
export const TOTP_STEP_SECONDS = 30;
export const RECOVERY_CODES = 10;
/** Authenticator apps per person. */
export const TOTP_FACTORS_MAX = 10;
/** The lifetime of a Turnstile token. */
export const HUMAN_TOKEN_SECONDS = 5 * 60;
/** The timeout of calls to other servers. */
export const OUTSIDE_CALL_MS = 10_000;

// Personal access tokens
export const PERSONAL_TOKENS_MAX = 50;
export const TOKEN_NAME_MAX_CHARS = 50;
export const TOKEN_DAYS_MAX = 366;

// Sign-ups
/** Of an alphabet of 32: 60 bits. */
export const INVITATION_CODE_CHARS = 12;
export const INVITATION_DAYS = 14;
/** Open invitations per person. */
export const INVITATIONS_OPEN_MAX = 5;
export const INVITATIONS_SHOWN = 50;
export const BLOCKED_DOMAINS_MAX = 500;
export const ANNOUNCEMENT_MAX_CHARS = 500;
export const ANNOUNCEMENTS_SHOWN = 10;
/** How long an account counts as new. */
export const NEW_ACCOUNT_MS = 24 * 60 * 60_000;

// Passkeys
export const PASSKEYS_MAX = 20;
export const PASSKEY_CHALLENGE_SECONDS = 5 * 60;

// Devices
/** A browser that signs in again within this time is no new one. */
export const DEVICE_KEPT_DAYS = 365;
/** How long the mail about a new device can end its session. */
export const SESSION_END_LINK_DAYS = 7;

// Signing in at a provider
/** From the button to the choice of a username. */
export const PROVIDER_FLOW_SECONDS = 15 * 60;

// Section 9, data cache
export const CACHE_FRESH_MS = 30_000;
export const CACHE_KEPT_MS = 5 * 60_000;
export const CACHE_RETRIES = 1;

// Hashtags, read from the newest posts
export const TAGS_SCANNED_POSTS = 2_000;
export const TAGS_FRESH_MS = 60_000;
export const TRENDING_TAGS = 8;
/** Suggestions while typing a name or tag. */
export const COMPLETIONS = 6;

// Section 9, lists
export const PAGE_SIZE = 20;
export const COMMENTS_PAGE_SIZE = 50;
export const PAGE_SIZE_MAX = 100;
/** So that the page of an app that very many remixed costs no more. */
export const REMIXES_COUNTED_MAX = 1_000;

// Posts
export const POST_BODY_MAX_CHARS = 5_000;
export const POST_MEDIA_MAX = 4;
/** Posts of one thread that are published together, and that a post's page shows below it. */
export const POST_THREAD_MAX = 25;
export const MEDIA_MAX_BYTES = 8 * 1024 * 1024;
/** Video and sound: see also RECORDING_MAX_MB. A larger file than one request takes is uploaded in parts. */
export const RECORDING_REQUEST_BYTES = MEDIA_MAX_BYTES;
export const RECORDING_TITLE_MAX_CHARS = 100;
export const CAPTIONS_MAX_BYTES = 200 * 1024;
/** A longer video does not play as a loop. */
export const LOOP_MAX_MS = 15_000;
export const MEDIA_ALT_MAX_CHARS = 1_000;
export const POST_TITLE_GRAPHEMES = 50;
export const COMMENT_MAX_CHARS = 2_000;
export const WARNING_MAX_CHARS = 100;
export const POST_EDIT_MINUTES = 30;
/** Drafts per person, and the length of one (in UTF-16 units), which may exceed that of a post. */
export const DRAFTS_MAX = 50;
export const DRAFT_TEXT_MAX_CHARS = 60_000;
export const DRAFT_JSON_MAX_BYTES = 512 * 1024;
export const SCHEDULE_MAX_DAYS = 365;
/** Ancestors shown above a reply. */
export const THREAD_ANCESTORS_MAX = 30;
/** Nested replies shown below each direct reply, and below each of those. */
export const NESTED_REPLIES = [2, 1] as const;
export const DEFAULT_TEMPLATE_ID = "tpl_default";

// Profile
export const USERNAME_MIN_CHARS = 3;
export const USERNAME_MAX_CHARS = 30;
export const DISPLAY_NAME_MAX_CHARS = 50;
export const BIO_MAX_CHARS = 500;
export const EMAIL_MAX_CHARS = 254;

/** Lists per person, and members per list. */
export const LISTS_MAX = 20;
export const LIST_MEMBERS_MAX = 300;
export const LIST_NAME_MAX_CHARS = 40;

export const MUTED_WORDS_MAX = 200;
export const MUTED_WORD_MAX_CHARS = 60;

// Apps (for packages and manifests see lib/package/limits.ts)
/** What an upload has beside its package: pictures and the multipart overhead. */
export const UPLOAD_EXTRA_BYTES = 2 * MEDIA_MAX_BYTES + 64 * 1024;
export const APP_STORAGE_MAX_BYTES = 10 * 1024 * 1024;
/** A change set as JSON: escaping multiplies the length of text. */
export const STORAGE_BODY_MAX_BYTES = 4 * APP_STORAGE_MAX_BYTES;
export const APP_STATE_MAX_BYTES = 3 * 1024 * 1024;
export const MAX_SUSPENDED_APPS = 5;
export const MEMORY_CHECK_MS = 5_000;
export const MEMORY_LIMIT_MB = 500;
export const METRICS_KEPT = 100;
export const TMP_EXPIRY_CHECK_MS = 10_000;
export const TMP_APP_MINUTES = 30;

// Section 9, toasts
export const TOAST_LIMIT = 1;
export const TOAST_DURATION_MS = 5_000;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_SWIPE_PX = 50;
export const TOAST_HOTKEY = "F8";

// Section 9, dock and shell
export const DOCK_AUTO_HIDE_MS = 3_000;
export const DOCK_EDGE_PX = 100;
export const DRAG_THRESHOLD_PX = 4;
export const HOVER_CARD_DELAY_MS = 200;
export const NARROW_MAX_PX = 640;
export const PRELOAD_DELAY_MS = 500;

// Section 9, live updates
export const REALTIME_HEARTBEAT_MS = 25_000;
export const REALTIME_RECONNECT_MS = [1_000, 2_000, 5_000, 10_000] as const;
/** The posts and apps that one stream watches, and that one tab may request. */
export const WATCHED_PER_STREAM = 300;
export const WATCHED_PER_TAB = 100;
/** How often a browser updates its watches. */
export const WATCH_INTERVAL_MS = 2_000;

// Section 9, egress
export const EGRESS_TTL_MS = 5_000;
export const EGRESS_TIMEOUT_MS = 30_000;

// The store
export const APP_SEARCH_MAX_CHARS = 100;

// Cron jobs: retention periods. docs/deploy.md has the same table.
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a deletion can be undone; in the browser the undo ends with the tab. */
export const APP_UNDELETE_MS = HOUR_MS;
export const PARTIAL_UPLOAD_KEPT_MS = DAY_MS;
/** An uploaded picture that was never posted: a draft may still need it. */
export const UNUSED_MEDIA_KEPT_MS = 7 * DAY_MS;
/** After its expiry. */
export const SESSION_KEPT_MS = 7 * DAY_MS;
/** After last use. */
export const DEVICE_KEPT_MS = DEVICE_KEPT_DAYS * DAY_MS;
/** After its expiry; until then, reuse of a token ends its session. */
export const REFRESH_TOKEN_KEPT_MS = DAY_MS;
/** After expiry or use; also for authenticator apps that were never confirmed. */
export const CODE_KEPT_MS = DAY_MS;
export const EGRESS_RECORD_KEPT_MS = 90 * DAY_MS;
export const NOTIFICATION_KEPT_MS = 180 * DAY_MS;
/** After the upload, if nobody runs it and it is not among an app's newest. */
export const OLD_VERSION_KEPT_MS = 180 * DAY_MS;
export const NEWEST_VERSIONS_KEPT = 10;
/** Rows per batch, and how long one run takes batches. */
export const JOB_BATCH = 500;
export const JOB_MAX_MS = 20_000;

/** Bodies of uploads that one process buffers at once: of one person (a form with four pictures fits), and of all. */
export const UPLOADS_IN_FLIGHT_PERSON_BYTES = 60 * 1024 * 1024;
/** What a body may have that does not declare its size: a person may send two at once. */
export const UNDECLARED_BODY_MAX_BYTES = 30 * 1024 * 1024;
export const UPLOADS_IN_FLIGHT_BYTES = 256 * 1024 * 1024;

/** Files that one process sends at once, as they are read: to one person or address (of many people at times), and to all. */
export const DOWNLOADS_IN_FLIGHT_PERSON = 100;
export const DOWNLOADS_IN_FLIGHT = 1_000;

// Rooms
export const ROOM_PAYLOAD_MAX_BYTES = 128 * 1024;
/** Updates and snapshots of a room. */
export const ROOM_MAX_BYTES = 10 * 1024 * 1024;
export const ROOM_SNAPSHOT_MAX_BYTES = 2 * 1024 * 1024;
/** A body as JSON: escaping multiplies the length of text. */
export const ROOM_BODY_MAX_BYTES = 2 * ROOM_PAYLOAD_MAX_BYTES;
export const ROOM_SEND_INTERVAL_MS = 1_000;
export const ROOM_SEND_BURST = 10;
/** Updates of one room that a browser keeps until they are sent. */
export const ROOM_OUTGOING_MAX = 500;
/** Offline copies of apps' data and rooms: UTF-16 units of one and of all, and their lifetime. */
export const OFFLINE_COPY_MAX_CHARS = 4 * 1024 * 1024;
export const OFFLINE_COPIES_MAX_CHARS = 40 * 1024 * 1024;
export const OFFLINE_COPY_KEPT_MS = 30 * DAY_MS;
/** Channel messages per person. */
export const ROOM_CHANNEL_PER_SECOND = 30;
/** Bytes and updates per page of a log. */
export const ROOM_PAGE_BYTES = 1024 * 1024;
export const ROOM_PAGE_UPDATES = 500;
export const ROOM_CHANNEL_BATCH = 30;
export const ROOMS_PER_STREAM = 20;
export const ROOM_MEMBERS_PAGE = 100;
/** Per person, in all rooms. */
const ROOM_CHANNEL_BYTES_PER_SECOND = 512 * 1024;
/** Streams per person and process, across all their browsers. */
export const STREAMS_PER_PERSON = 30;
// A moment: the state of an app in a post
/** Of its JSON, in UTF-8. */
export const MOMENT_STATE_MAX_BYTES = 256 * 1024;
export const MOMENT_HREF_MAX_CHARS = 1_000;
/** Of a post as JSON, which doubles the quotes of a moment's state. */
export const POST_JSON_MAX_BYTES = 1024 * 1024;
// The card of a room
export const CARD_TITLE_GRAPHEMES = 80;
export const CARD_LINES_MAX = 6;
export const CARD_LINE_GRAPHEMES = 120;
export const CARD_BARS_MAX = 8;
export const CARD_LABEL_GRAPHEMES = 40;
export const CARD_ALT_GRAPHEMES = 200;
export const CARD_VALUE_MAX = 1e12;
export const CARD_PEOPLE_MAX = 8;
/** As JSON, without the picture. */
export const CARD_MAX_BYTES = 2 * 1024;
/** Of the picture, as it is sent and as it is stored. */
export const CARD_PICTURE_MAX_BYTES = 64 * 1024;
/** Of the text of an app's notification. */
export const NOTICE_GRAPHEMES = 120;
/** Per person and app. */
export const NOTICES_PER_HOUR = 3;
/** How often a browser sends a card, and receives one of the same post. */
export const CARD_INTERVAL_MS = 1_000;
/** Scores in a post, and how many the live streams receive, because a viewer may hide some of those people. */
export const BOARD_CARD_ENTRIES = 3;
export const BOARD_NEWS_ENTRIES = 10;
/** Minimum interval between events of one app's board per process. */
export const BOARD_INTERVAL_MS = 1_000;

// Scores
export const SCORE_VALUE_MAX = 1e15;
/** Rows per list. */
export const SCORES_PAGE_MAX = 100;
/** The input log of a verified run. */
export const SCORE_LOG_CHARS = 64 * 1024;
/** How long a run's seed can be used. */
export const SCORE_RUN_KEPT_MS = DAY_MS;
/** Limits for replaying a log on the server: script time, and time until its thread is terminated. */
export const SCORE_CHECK_MS = 2_000;
export const SCORE_CHECK_END_MS = 5_000;
export const SCORE_CHECKS_AT_ONCE = 2;
export const SCORE_CHECKS_WAITING = 8;

// The hosted interface (docs/api.md)
/** Rows of one response, and what each of them embeds at most. */
export const HOSTED_ROWS_MAX = 1_000;
export const HOSTED_EMBED_ROWS = 20;
export const HOSTED_EMBED_ROWS_MAX = 100;
/** Time limit of one query. */
export const HOSTED_QUERY_MS = 2_000;
/** Private files per person: total bytes, bytes of each, and number. */
export const HOSTED_FILES_BYTES = 100 * 1024 * 1024;
export const HOSTED_FILE_MAX_BYTES = 25 * 1024 * 1024;
export const HOSTED_FILES_MAX = 2_000;
export const HOSTED_FILE_NAME_MAX_CHARS = 512;
/** Names per request that lists, signs or deletes. */
export const HOSTED_FILE_NAMES_MAX = 1_000;
/** Maximum lifetime of a signed URL. */
export const HOSTED_LINK_MAX_SECONDS = 7 * 24 * 60 * 60;
/** Lifetime of a signed upload URL. */
export const HOSTED_UPLOAD_LINK_SECONDS = 2 * 60 * 60;
/** Maximum side of a resized image in pixels, and the number that a process caches. */
export const HOSTED_PICTURE_MAX_SIDE = 2_500;
export const HOSTED_PICTURES_KEPT_BYTES = 32 * 1024 * 1024;
/** Rows that one request may change or delete. */
export const HOSTED_CHANGES_MAX = 20;

/** `points` per window of `seconds`, `firstDay` for members whose account is new; multiplied by RATE_LIMIT_SCALE. */
export const RATE_LIMITS = {
  /** Per account and network: a stranger's attempts do not lock the owner out. */
  loginAccount: { points: 5, seconds: 15 * 60 },
  /** Per account, from everywhere: bounds an attack from many networks. A mailed code still signs in. */
  loginAccountTotal: { points: 100, seconds: 15 * 60 },
  loginAddress: { points: 20, seconds: 15 * 60 },
  signupAddress: { points: 5, seconds: 60 * 60 },
  invitations: { points: 20, seconds: 60 * 60 },
  mailAccount: { points: 5, seconds: 60 * 60 },
  mailAddress: { points: 20, seconds: 60 * 60 },
  codeAccount: { points: 10, seconds: 15 * 60 },
  codeAddress: { points: 30, seconds: 15 * 60 },
  /** Challenges for signing in: each visit of the login page asks for one. */
  passkeyOptions: { points: 60, seconds: 60 },
  /** OAuth redirects and callbacks: each costs a request to the provider. */
  providers: { points: 30, seconds: 60 },
  refreshes: { points: 120, seconds: 60 },
  posts: { points: 30, firstDay: 15, seconds: 60 * 60 },
  comments: { points: 30, firstDay: 15, seconds: 60 },
  /** Pages fetched for the link cards of a person's posts. */
  linkCards: { points: 60, seconds: 60 * 60 },
  /** Pages fetched for the link cards of what a person writes. */
  linkPreviews: { points: 60, seconds: 60 * 60 },
  reactions: { points: 60, firstDay: 30, seconds: 60 },
  media: { points: 150, seconds: 60 * 60 },
  recordings: { points: 30, firstDay: 10, seconds: 60 * 60 },
  /** Imports: requests with up to IMPORT_POSTS posts, and pictures. */
  imports: { points: 120, firstDay: 60, seconds: 60 },
  importedPosts: { points: 10_000, seconds: 24 * 60 * 60 },
  importedMedia: { points: 1_000, firstDay: 250, seconds: 60 * 60 },
  uploads: { points: 10, seconds: 60 * 60 },
  /** Packages that are only checked, which costs as much as an upload. */
  packageChecks: { points: 20, seconds: 60 * 60 },
  /** New trials of a maker's packages; over it, they are published untried. */
  appTrials: { points: 20, seconds: 60 * 60 },
  /** Files from elsewhere for packages (outside-limits.ts): those of three packages. */
  outsideFiles: { points: 300, firstDay: 100, seconds: 60 * 60 },
  search: { points: 60, seconds: 60 },
  /** Suggestions while typing a name or tag. */
  completions: { points: 300, seconds: 60 },
  egress: { points: 60, seconds: 60 },
  appStorage: { points: 240, seconds: 60 },
  /** What goes wrong in one person's runs of one app. */
  problemReports: { points: 30, seconds: 60 * 60 },
  projects: { points: 120, seconds: 60 },
  streams: { points: 120, seconds: 60 },
  watches: { points: 240, seconds: 60 },
  reports: { points: 20, firstDay: 10, seconds: 60 * 60 },
  /** Per person and room: one a second, in bursts of ten. */
  roomUpdates: { points: ROOM_SEND_BURST, seconds: (ROOM_SEND_BURST * ROOM_SEND_INTERVAL_MS) / 1_000 },
  /** In all rooms of a person together: the throughput of one stream. Each may change a card. */
  roomUpdatesPerson: {
    points: ROOMS_PER_STREAM * ROOM_SEND_BURST,
    seconds: (ROOM_SEND_BURST * ROOM_SEND_INTERVAL_MS) / 1_000,
  },
  /** Messages per person and room. */
  roomChannel: { points: ROOM_CHANNEL_PER_SECOND, seconds: 1 },
  /** Bytes per person. */
  roomChannelBytes: { points: ROOM_CHANNEL_BYTES_PER_SECOND, seconds: 1 },
  /** Changes of one room's card by one person: one a second, in bursts of five. */
  roomCardMember: { points: 5, seconds: 5 },
  /** By anyone: more than a single person may, so that nobody can starve the others. */
  roomCard: { points: 10, seconds: 5 },
  /** Cards sent by a person's runs, in all rooms; most repeat what another member's run has sent. */
  roomCardPerson: { points: 20, seconds: 10 },
  rooms: { points: 60, seconds: 60 },
  /** Scores submitted by a person's apps, and boards that they read. */
  scores: { points: 30, seconds: 60 },
  scoreLists: { points: 120, seconds: 60 },
  /** Logs replayed on the server per person. */
  scoreChecks: { points: 10, seconds: 60 },
  writes: { points: 120, seconds: 60 },
  /** Messages per device. */
  pushes: { points: 60, seconds: 60 * 60 },
  pushTests: { points: 10, seconds: 10 * 60 },
  followRequests: { points: 100, seconds: 24 * 60 * 60 },
  /** Queries of a person's clients to the views of the hosted interface. */
  hostedReads: { points: 240, seconds: 60 },
  /** Resized images and signed addresses; for guests by IP address. */
  hostedPictures: { points: 240, seconds: 60 },
  hostedFunctions: { points: 60, seconds: 60 },
  /** Requests per personal access token, and how many of them may write. */
  tokenRequests: { points: 300, seconds: 60 },
  tokenWrites: { points: 60, seconds: 60 },
} as const;
export type RateLimitName = keyof typeof RATE_LIMITS;

// The outbox: what a browser keeps until the server has it
export const OUTBOX_MAX = 200;
export const OUTBOX_DAYS = 30;
