/** What the document says in words; whatever a call's own row says stands there. */
import { problems, type ProblemCode } from '#contract/problem.ts'

export const introduction = `
Every call of Shipmate, derived from the same table as the server and its client.

**Sign in.** \`GET /sanctum/csrf-cookie\` sets the cookie \`XSRF-TOKEN\`. Every call but GET sends its value, percent-decoded,
back as the header \`X-XSRF-TOKEN\`. \`POST /login\` sets the session cookie; where it answers \`"two_factor": true\`,
\`POST /two-factor-challenge\` does. The token is a new one afterwards: read the cookie again. A session ends after 15
minutes without a call, and after 12 hours. A present \`Origin\` must be this server's or one of \`ADMIN_ORIGINS\`.

**Answers.** One record comes as \`{"data": …}\`, a page of a list as \`{"data": […], "meta": …}\`. Ids are positive integers.
What is absent and what belongs to another school are answered alike: 404 in a path and in the \`ids\` of a bulk call, 422
on the field elsewhere. Failures have the shape of \`Problem\`, and a \`request_id\` that the server's log names too.

**Repeat safely.** Calls that take an \`Idempotency-Key\` keep the first answer for 24 hours, by person and key: the same
call with the same key happens once. The same key with another body is refused.

**Undo.** A change that can be undone answers \`X-Change-Id\`. \`POST /api/changes/{id}/undo\` undoes it, within 24 hours by
whoever made it.

**Versions.** A record that is changed whole has a \`version\`. Sent along, it is compared: 409 with code \`stale\` and the
present record under \`data\` where somebody else was first.
`.trim()

/** Of the parameters that most lists share. */
export const parameterWords: Readonly<Record<string, string>> = {
  page: 'The page, from 1.',
  per_page: 'Rows on a page.',
  sort: 'Columns to sort by, separated by commas; a hyphen before one turns it around: `-graduation_year,student_name`.',
  search: 'Words of a name, a student ID or an email. Every word must fit.',
  columns: 'The keys that rows are limited to, separated by commas.',
  filters: 'Filters by column, as JSON; columns are joined by and.',
  where: 'A tree of rules over several columns, as JSON.',
}

/** Parameters that are JSON in a text: their schema, and one as it is sent. */
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

/** When a call fails so. */
export const problemWords: Record<ProblemCode, string> = {
  unreadable: 'The body or the request itself can’t be read.',
  unauthenticated: 'Nobody is signed in, or the session has ended.',
  forbidden: 'The role may not do this, or the origin is not allowed.',
  two_factor_required: 'The account must set up two-factor authentication first.',
  not_found: 'It is not there, or belongs to another school.',
  method_not_allowed: 'The path has other methods; `Allow` names them.',
  stale: 'It has changed since it was read; `data` is how it now is.',
  exists: 'It is already there.',
  in_use: 'It is still in use.',
  busy: 'The same work is running.',
  already_signed_in: 'Somebody is signed in already.',
  too_large: 'The body is larger than the call takes.',
  unsupported_media: 'The body is of another media type than the call takes.',
  out_of_range: 'The part asked for is not in the file.',
  token_mismatch: '`X-XSRF-TOKEN` is missing, or is not this session’s.',
  invalid: 'Values are missing or wrong; `errors` has messages by field.',
  password_confirmation_required: 'Confirm the password first: `POST /user/confirm-password`.',
  too_many: 'Too many tries; `Retry-After` says how many seconds to wait.',
  server_error: 'Something went wrong here; the log has it under `request_id`.',
  unknown_content: 'What is kept can’t be read by this version.',
  no_room: 'There is no room left to keep it: the disk is full.',
  unavailable: 'A part of the service is away; `Retry-After` says how many seconds to wait.',
}

/** The codes of every status. */
export const codesByStatus = Map.groupBy(
  // the keys of the map are its codes
  Object.keys(problems) as ProblemCode[],
  (code) => problems[code].status,
)
