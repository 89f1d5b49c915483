import * as z from 'zod/mini'
import { endpoint, one, page } from '../endpoint.ts'
import { idParams, idText } from '../fields.ts'
import { tableQuery } from '../table-query.ts'
import { historyColumns, historyEntry, subjectTypes } from './shapes.ts'

export const listHistoryEntries = endpoint({
  method: 'GET',
  path: '/api/student-history-entries',
  access: 'school',
  summary: 'What changed, the newest first.',
  query: z.strictObject({
    ...tableQuery(historyColumns),
    student_id: z.optional(idText),
    student_period_id: z.optional(idText),
    change_id: z.optional(idText),
    field: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: page(historyEntry),
})

export const undoChange = endpoint({
  method: 'POST',
  path: '/api/changes/:id/undo',
  access: 'school',
  summary: 'Reverts what a change did wherever nobody has touched it since.',
  params: idParams,
  idempotent: true,
  reply: one(
    z.object({
      reverted: z.int(),
      left: z.array(
        z.object({
          id: z.int(),
          subject_type: z.enum(subjectTypes),
          name: z.string(),
          reason: z.string(),
        }),
      ),
      left_total: z.int(),
    }),
  ),
})
