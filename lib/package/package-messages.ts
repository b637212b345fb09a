/**
 * The stable codes of all errors and warnings about packages, with their English messages. These are ICU messages without
 * apostrophes or markup; the catalogues have the same keys in other languages
 * (`lib/i18n/messages/<language>/package.json`; a test compares them with this table).
 */

/** Why a package is refused. */
export const REFUSALS = {
  // What it is
  package_too_large: "The package has {size}; the limit is {limit}.",
  package_too_large_repacked: "Packed by Gum it has {size}; the limit is {limit}.",
  html_not_utf8: "{entry} is not UTF-8 text.",
  html_empty: "{entry} is empty.",
  /** In the playground, of TypeScript or JSX. */
  build_failed: "The code could not be built: {detail}",

  // The archive as a whole
  not_a_zip: "This is neither a package (a zip archive) nor an HTML page.",
  archive_truncated: "The archive is cut off: its directory at the end is missing.",
  archive_empty: "The archive has no entries.",
  bytes_before_archive: "There are {count} bytes before the archive.",
  bytes_after_archive: "There are {count} bytes after the archive.",
  archive_comment: "The archive has a comment that is more than a short line of plain letters.",
  multi_disk: "The archive is a part of a split archive.",
  zip64: "The archive uses ZIP64, which a package of this size does not need.",
  central_directory_invalid: "The directory of the archive is damaged: {reason}.",
  too_many_entries: "The archive has {count} entries; the limit is {limit}.",
  unpacked_too_large: "Unpacked the package has {size}; the limit is {limit}.",
  hidden_bytes: "There are {count} bytes that belong to no entry before {entry}.",

  // One entry
  entry_too_large: "{entry}: unpacked it has {size}; the limit for one file is {limit}.",
  entry_impossible_size: "{entry}: {packed} bytes cannot inflate to {size}.",
  entry_encrypted: "{entry}: it is encrypted.",
  entry_flags: "{entry}: its header asks for something that a package may not use (flags {flags}).",
  entry_version: "{entry}: it needs version {version} of the zip format; a package may need 2.0 at most.",
  entry_method: "{entry}: it is compressed by method {method}; only Store and Deflate are allowed.",
  entry_zip64: "{entry}: it uses ZIP64, which a package of this size does not need.",
  entry_extra_field: "{entry}: it carries an extra field ({field}) that a package may not have.",
  entry_extra_field_damaged: "{entry}: its extra fields are damaged.",
  entry_unicode_path: "{entry}: its extra field gives it another name.",
  entry_comment: "{entry}: it has a comment, which a package may not have.",
  entry_link: "{entry}: it is a link.",
  entry_special: "{entry}: it is neither a file nor a folder.",
  entry_kind_unclear: "{entry}: its name and its attributes disagree whether it is a file or a folder.",
  folder_with_content: "{entry}: it is a folder and has content.",
  local_header_missing: "{entry}: its header is not where the directory says.",
  local_header_differs: "{entry}: its header and the directory disagree about the {field}.",
  data_descriptor: "{entry}: the sizes after its data are missing or disagree with the directory.",
  entries_overlap: "{entry}: its data overlap those of another entry.",
  entry_outside_archive: "{entry}: its data reach beyond the archive.",
  stored_size_differs: "{entry}: it is stored as it is, but its two sizes differ.",
  deflate_invalid: "{entry}: its compressed data are damaged.",
  deflate_too_long: "{entry}: it inflates to more than the {size} bytes it declares.",
  deflate_too_short: "{entry}: it inflates to less than the {size} bytes it declares.",
  deflate_trailing_bytes: "{entry}: there are bytes after the end of its compressed data.",
  crc_mismatch: "{entry}: its checksum (CRC-32) is wrong.",

  // Names
  name_empty: "An entry has an empty name.",
  name_not_utf8: "{entry}: the name is not UTF-8.",
  name_too_long: "{entry}: the name is too long.",
  name_absolute: "{entry}: the name begins with a slash or a drive.",
  name_backslash: "{entry}: the name has a backslash.",
  name_dot_segment: "{entry}: the name has a . or .. part.",
  name_empty_segment: "{entry}: the name has an empty part between two slashes.",
  name_invisible: "{entry}: the name has a control or invisible character ({character}).",
  name_not_portable: "{entry}: a file cannot have this name on every system ({reason}).",
  duplicate_entry:
    "{entry}: there is already an entry {other}, which is the same name but for case or accents.",
  path_conflict: "{entry}: {other} is a file, so nothing can lie in a folder of that name.",

  // The manifest
  manifest_missing: "There is no page (index.html) in the package, and no manifest.json that names one.",
  manifest_too_large: "{entry} has {size}; the limit is {limit}.",
  manifest_not_utf8: "{entry} is not UTF-8 text.",
  manifest_syntax: "{entry} is not valid JSON: {problem}.",
  manifest_not_object: "{entry} must hold one JSON object.",
  no_entry_point: "No entry point specified in manifest",
  entry_file_missing: "Entry file not found: {file}",
  webxdc_without_index: "A webxdc package needs an index.html at its top.",
  field_missing: "{field} is missing.",
  field_type: "{field} must be {expected}.",
  field_empty: "{field} is empty.",
  field_too_long: "{field} is too long; the limit is {limit}.",
  field_number_range: "{field} must be between {min} and {max}.",
  field_invisible: "{field} has a control or invisible character.",
  field_version: "{field} must be a version such as 1.0.0 (semver.org).",
  field_path: "{field} is not a path of a file in the package.",
  field_url: "{field} must be an https URL.",
  field_host:
    "{field} must be the name of a public host such as api.example.com, without scheme, port or path.",
  field_hash: "{field} must be a SHA-256 in base64 such as sha256-… .",
  field_capability: "{field} must be a name of lower-case letters, digits and hyphens.",
  field_board: "{field} must be 1 to 32 lower-case letters, digits and hyphens.",
  field_language: "{field} is not under the code of a language, such as en or pt-BR.",
  field_invalid: "{field} is not valid.",
  name_reserved: "{name} is a name of Gum, or looks like one. Please choose another name for the app.",
  runtime_needs_module: "runtime_target quickjs runs a script: entry.module must name it.",
  board_twice: "scores has two boards with the same id.",
  verified_needs_quickjs: "A verified board needs runtime_target quickjs.",
} as const;

/** Problems that do not prevent publication. */
export const WARNINGS = {
  unknown_field: "Gum does not know the field {field} and ignores it.",
  duplicate_field: "{field} is there twice; the last one counts.",
  entry_ambiguous: "entry names both html and module; html is used.",
  page_chosen:
    "The app begins with {entry}. To begin with another page, such as {other}, name it under entry in manifest.json.",
  entry_unusual_type: "{file} does not look like a file that can be an entry of this kind.",
  capability_unknown: "Gum does not know the capability {capability}.",
  capability_without_reason:
    "Say why the app needs {capability}; people read the reason before they allow it.",
  icon_missing: "There is no icon; one is drawn from the name.",
  picture_not_found: "{field}: there is no file {file} in the package.",
  picture_type: "{field}: {file} must be PNG, JPEG, WebP, GIF or ICO.",
  ignored_entry: "{entry} was made by the operating system and is left out.",
  manifest_replaced: "{entry} is the manifest of a web page; the manifest of the package takes its place.",
  name_shortened: "The name was shortened to {name}.",
  toml_line: "This line is not understood and is ignored.",
  external_load: "{url} lies outside the package and will not load; put the file into the package.",
  direct_request: "A request to {url} is blocked; name the host in network.hosts and use gum.fetch.",
  host_undeclared: "gum.fetch asks {host}, which is not in network.hosts.",
  file_not_found: "{file} is used here, but is not in the package.",
  script_not_built:
    "{file} is source, which no browser runs. Upload the folder that the build makes, such as dist, or open it in the playground, which builds it.",
  component_not_built:
    "{file} is source, which no browser runs. Upload the folder that the build makes, such as dist.",
  needs_threads:
    "This asks for threads (SharedArrayBuffer), which no app in a frame has. If the app does not start, build it without threads.",
  build_compressed:
    "{file} is compressed for a server that announces it (Content-Encoding), and no app in a frame can read it. In Unity, set Player Settings, Publishing Settings, Compression Format to Disabled, or turn on Decompression Fallback, and build again; Gum compresses the package itself.",
  not_scanned: "{entry} is too large to be looked through.",
  more_findings: "There are {count} more findings.",
} as const;

export type RefusalCode = keyof typeof REFUSALS;
export type WarningCode = keyof typeof WARNINGS;
export type MessageParams = Readonly<Record<string, string | number>>;

/** The English message of a code with its parameters. */
export function packageMessage(code: RefusalCode | WarningCode, params: MessageParams): string {
  const template: string = code in REFUSALS ? REFUSALS[code as RefusalCode] : WARNINGS[code as WarningCode];
  return template.replace(/\{(\w+)\}/g, (placeholder, key: string) =>
    key in params ? shownValue(params[key]!) : placeholder,
  );
}

/** Both languages group digits alike. */
export const shownValue = (value: string | number): string =>
  typeof value === "number" ? value.toLocaleString("en") : value;
