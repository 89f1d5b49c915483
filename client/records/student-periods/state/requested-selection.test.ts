import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { selection } from '#contract/platform/record/narrowing.ts'
import type { WhereGroup } from '#contract/platform/table-where.ts'
import { everything, select } from '#client/platform/ui/data-table/selection.ts'
import { requestedSelection } from './requested-selection.ts'

test('all matches are those of search, filters and tree, except some', () => {
  const where: WhereGroup = {
    operator: 'or',
    rules: [{ field: 'medical_status', match_mode: 'equals', value: 'waived' }],
  }
  const filters = {
    campus: { operator: 'and' as const, constraints: [{ match_mode: 'in' as const, value: ['Main'] }] },
  }
  const selected = requestedSelection(select(everything, [5], false), 70, { q: 'smith', filters, where })
  expect(selected).toEqual({
    selection: { period_id: 70, filters, search: 'smith', where, except_ids: [5] },
  })
  expect(z.safeParse(selection, selected.selection).success).toBe(true)
})
