import * as z from 'zod/mini'
import { delimiters, encodings } from '#contract/platform/text-files.ts'
import { coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { download, endpoint, list, one, page } from '#contract/platform/endpoint.ts'
import { flagText, id, idParams, idText } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import { paging } from '#contract/platform/table-query.ts'
import { addressGroups, dateOrders, leftOutReasons } from './choices.ts'
import {
  cellFix,
  existingModes,
  importOutcomes,
  importRow,
  importRun,
  proposedReading,
  rejectedCells,
} from './shapes.ts'

const mapping = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(100_000)),
    z.transform((text: string, payload): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        payload.issues.push({ code: 'custom', message: texts.invalid, input: text })
        return z.NEVER
      }
    }),
  ),
  z.record(z.string(), z.nullable(z.string())),
)

/** How staff want a file to be read, instead of as it seems. */
const readingChoices = {
  encoding: z.optional(z.enum(encodings)),
  delimiter: z.optional(z.enum(delimiters)),
  header_row: z.optional(idText),
  date_order: z.optional(z.enum(dateOrders)),
  address_group: z.optional(z.enum(addressGroups)),
  sheet: z.optional(z.string().check(z.maxLength(100))),
}

export const importFromCsv = endpoint({
  method: 'POST',
  path: '/api/import/students-from-csv',
  access: 'school',
  summary: 'Uploads a roster file and previews it (dry_run) or applies it.',
  upload: true,
  body: z.strictObject({
    period_id: idText,
    ...readingChoices,
    mapping: z.optional(mapping),
    dry_run: flagText,
    on_existing: z._default(z.enum(existingModes), 'update'),
    accept_valid_rows: flagText,
  }),
  idempotent: true,
  reply: one(z.object({ import_id: z.int() })),
  status: 202,
})

export const importFromPeriod = endpoint({
  method: 'POST',
  path: '/api/import/students-from-period',
  access: 'admin',
  summary:
    'Copies students from one policy year to another. Without dry_run, premiums that are as in the earlier one must be accepted (accept_same_premiums).',
  body: z.strictObject({
    from_period_id: id,
    to_period_id: id,
    statuses: z.optional(z.array(z.enum(coverageStatuses)).check(z.minLength(1))),
    fields_to_carry: z.optional(z.array(z.string()).check(z.maxLength(200))),
    dry_run: z.optional(z.boolean()),
    accept_same_premiums: z.optional(z.boolean()),
  }),
  idempotent: true,
  reply: one(z.object({ import_id: z.int() })),
  status: 202,
})

export const listImports = endpoint({
  method: 'GET',
  path: '/api/imports',
  access: 'school',
  summary: 'Lists the latest 20 imports of a policy year, without their errors.',
  query: z.strictObject({ period_id: idText }),
  reply: list(importRun),
})

export const getImport = endpoint({
  method: 'GET',
  path: '/api/imports/:id',
  access: 'school',
  summary: 'Returns an import’s progress and results.',
  params: idParams,
  reply: one(importRun),
})

export const applyImport = endpoint({
  method: 'POST',
  path: '/api/imports/:id/apply',
  access: 'school',
  summary:
    'Applies exactly the changes in a preview from the last hour. If a copy has same_premiums, they must be accepted.',
  params: idParams,
  body: z.nullish(
    z.strictObject({
      accept_valid_rows: z.optional(z.boolean()),
      accept_same_premiums: z.optional(z.boolean()),
    }),
  ),
  idempotent: true,
  reply: one(z.object({ import_id: z.int() })),
  status: 202,
})

export const confirmImportRows = endpoint({
  method: 'POST',
  path: '/api/imports/:id/confirm-rows',
  access: 'school',
  summary:
    'Confirms rows of a preview that were stopped because their student is doubtful, or stops them again. Without `rows`, it’s all of them.',
  params: idParams,
  body: z.strictObject({
    rows: z.optional(z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(1000))),
    is_confirmed: z.boolean(),
  }),
  reply: one(importRun),
})

export const listRejectedCells = endpoint({
  method: 'GET',
  path: '/api/imports/:id/rejected-cells',
  access: 'school',
  summary:
    'Lists the cells for which rows of an import are rejected, those with the same value in a column together, the most frequent first. At most 100.',
  params: idParams,
  reply: list(rejectedCells),
})

export const fixImportCells = endpoint({
  method: 'POST',
  path: '/api/imports/:id/fix-cells',
  access: 'school',
  summary:
    'Reads the file of a preview again with other values in cells of its rejected rows: all cells of a column with a `value`, or the one in a `row`. Null clears them.',
  params: idParams,
  body: z.strictObject({
    cells: z.array(cellFix).check(z.minLength(1), z.maxLength(100)),
  }),
  literal: ['column'],
  reply: one(z.object({ import_id: z.int() })),
  status: 202,
})

export const releaseImport = endpoint({
  method: 'POST',
  path: '/api/imports/:id/release',
  access: 'school',
  summary: 'Confirms that a file with warnings is right, so that its preview can be applied.',
  params: idParams,
  body: z.nullish(z.strictObject({})),
  reply: one(importRun),
})

export const listMissingStudents = endpoint({
  method: 'POST',
  path: '/api/imports/:id/missing-students',
  access: 'school',
  summary:
    'States that a file is the whole roster of its policy year, and marks the students who aren’t in it (`missing_from_roster` in the student list). No one is removed.',
  params: idParams,
  body: z.nullish(z.strictObject({})),
  reply: one(importRun),
})

export const listImportRows = endpoint({
  method: 'GET',
  path: '/api/imports/:id/rows',
  access: 'school',
  summary:
    'Lists the rows of an import by outcome, those with a finding about their student, or those a copy leaves out for a reason.',
  params: idParams,
  query: z.strictObject({ ...paging, outcome: z.enum([...importOutcomes, 'finding', ...leftOutReasons]) }),
  reply: page(importRow),
})

export const downloadRefusedRows = endpoint({
  method: 'GET',
  path: '/api/imports/:id/refused-rows',
  access: 'school',
  limit: 'downloads',
  givesSsn: false,
  summary: 'Returns the rejected rows as in the file, with reasons. SSNs are masked to the last 4 digits.',
  params: idParams,
  reply: download('text/csv; charset=utf-8'),
})

export const readHeaders = endpoint({
  method: 'POST',
  path: '/api/imports/read-headers',
  access: 'school',
  summary: 'Returns how a file is read, and suggests a field for each column. Saves nothing.',
  upload: true,
  body: z.strictObject({ period_id: idText, ...readingChoices }),
  reply: one(
    z.object({
      headers: z.array(z.string()),
      mapping: z.record(z.string(), z.nullable(z.string())),
      sample: z.array(z.array(z.string())),
      reading: proposedReading,
    }),
  ),
})
