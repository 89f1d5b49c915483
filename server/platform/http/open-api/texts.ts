/** The prose of the document. Descriptions of calls are in their own rows. */
import { problems, type ProblemCode } from '#contract/platform/problem.ts'

export const introduction = `
Every call of Shipmate, generated from the same table as the server and its client.

**Sign in.** \`GET /sanctum/csrf-cookie\` sets the cookie \`XSRF-TOKEN\`. Send its value, percent-decoded, in the header
\`X-XSRF-TOKEN\` with every call except GET. \`POST /login\` sets the session cookie. If it returns
\`"two_factor": true\`, \`POST /two-factor-challenge\` sets it. The token changes at sign-in, so read the cookie again. A
session ends after 15 minutes without a call, and after 12 hours. If you send \`Origin\`, it must be this server’s or
one of \`ADMIN_ORIGINS\`.

**API tokens.** A school’s own systems send \`Authorization: Bearer …\` with a token from School settings. They need no
cookies and no anti-forgery token. A token is for the records of one school: it can make the calls that list \`apiToken\`,
600 a minute, until it expires or is revoked.

**Webhooks.** Shipmate can send a message to an address of the school when a coverage status changes or a student sends a
form: \`{"type": "coverage_status.changed", "timestamp": …, "data": {"items": […]}}\`, signed as Standard Webhooks says
(\`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`). Messages have IDs and statuses, no personal data. Answer with
2xx within 10 seconds; otherwise the message is sent again with the same ID, 7 times within 35 hours.

**Responses.** A record is \`{"data": …}\`. A page of a list is \`{"data": […], "meta": …}\`. IDs are positive integers.
Unknown records and records of other schools get the same response: 404 in a path and in the \`ids\` of a bulk call, 422
on the field elsewhere. Errors have the shape of \`Problem\`, with a \`request_id\` that is also in the server’s log.

**Repeat safely.** Calls that accept an \`Idempotency-Key\` save the first response for 24 hours, by user and key. If
you repeat a call with the same key, it runs only once. The same key with a different body is rejected.

**Undo.** A change that can be undone returns \`X-Change-Id\`. \`POST /api/changes/{id}/undo\` undoes it. The user who
made the change can undo it for 24 hours.

**Versions.** A record that is replaced whole has a \`version\`. If you send it and someone else has changed the record
since, you get 409 with the code \`stale\` and the current record in \`data\`.
`.trim()

/** Descriptions of the parameters most lists share. */
export const parameterTexts: Readonly<Record<string, string>> = {
  page: 'The page number, starting at 1.',
  per_page: 'Rows per page.',
  sort: 'Columns to sort by, separated by commas. A hyphen sorts a column in descending order, for example `-graduation_year,student_name`.',
  search: 'Words in a name, student ID or email. Every word must match.',
  columns: 'The keys to return in each row, separated by commas.',
  filters: 'Filters by column, as JSON. A row must match the filters of every column.',
  where: 'A tree of rules for several columns, as JSON.',
}

/** Parameters with JSON text: their schema and an example. */
export const jsonParameters = {
  filters: {
    schema: 'Filters',
    example:
      '{"medical_status":{"operator":"or","constraints":[{"match_mode":"in","value":["not_started","enrollment_submitted"]}]},"last_name":{"constraints":[{"match_mode":"startsWith","value":"Ri"}]}}',
  },
  where: {
    schema: 'WhereGroup',
    example:
      '{"operator":"or","rules":[{"field":"program","match_mode":"equals","value":"Pharmacy"},{"field":"graduation_year","match_mode":"gte","value":2027}]}',
  },
} as const

/** Explains each error code. */
export const problemTexts: Record<ProblemCode, string> = {
  unreadable: 'The server can’t read the request or its body.',
  unauthenticated: 'No one is signed in, or the session has ended.',
  forbidden: 'The role doesn’t have permission, or the origin isn’t allowed.',
  two_factor_required: 'The account must set up two-factor authentication first.',
  not_found: 'The record doesn’t exist or belongs to another school.',
  method_not_allowed: 'The path doesn’t support this method. `Allow` lists the methods it supports.',
  stale: 'Someone else changed the record. `data` is the current record.',
  exists: 'The record already exists.',
  duplicate:
    'The student may exist already. `data.students` lists who it may be; send their IDs in `is_not_duplicate_of` if it’s someone else.',
  in_use: 'The record is in use.',
  busy: 'The same job is already running.',
  already_signed_in: 'A user is already signed in.',
  too_large: 'The body is larger than the call accepts.',
  unsupported_media: 'The call doesn’t accept this media type.',
  out_of_range: 'The requested part isn’t in the file.',
  token_mismatch: '`X-XSRF-TOKEN` is missing or doesn’t belong to this session.',
  invalid: 'Values are missing or wrong. `errors` has messages by field.',
  password_confirmation_required: 'Confirm the password first: `POST /user/confirm-password`.',
  too_many: 'Too many attempts. Wait the number of seconds in `Retry-After`.',
  server_error: 'Something went wrong on the server. The log has details under `request_id`.',
  unknown_content: 'This version can’t read the saved data.',
  no_room: 'The server is out of disk space.',
  unavailable: 'Part of the service isn’t available. Wait the number of seconds in `Retry-After`.',
}

/** Problem codes grouped by their HTTP status. */
export const codesByStatus = Map.groupBy(
  // the keys of the map are its codes
  Object.keys(problems) as ProblemCode[],
  (code) => problems[code].status,
)
