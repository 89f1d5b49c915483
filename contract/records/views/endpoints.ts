import * as z from 'zod/mini'
import { empty, endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams, idText } from '#contract/platform/fields.ts'
import { newView, view, viewChange, viewCounts, viewCountsQuery } from './shapes.ts'

export const listViews = endpoint({
  method: 'GET',
  path: '/api/views',
  access: 'school',
  summary: 'Lists the user’s own and shared views of a school, by name.',
  query: z.strictObject({ school_id: idText }),
  reply: list(view),
})

export const countViews = endpoint({
  method: 'GET',
  path: '/api/views/counts',
  access: 'school',
  summary: 'Counts the records in each built-in and saved view of a policy year.',
  query: viewCountsQuery,
  reply: one(viewCounts),
})

export const createView = endpoint({
  method: 'POST',
  path: '/api/views',
  access: 'school',
  summary: 'Saves a search and filters as a view for one school or all schools.',
  body: newView,
  idempotent: true,
  reply: one(view),
  status: 201,
})

export const updateView = endpoint({
  method: 'PUT',
  path: '/api/views/:id',
  access: 'school',
  summary: 'Updates any fields of a view. Only the owner or a Shipmate Admin can change a shared view.',
  params: idParams,
  body: viewChange,
  reply: one(view),
})

export const removeView = endpoint({
  method: 'DELETE',
  path: '/api/views/:id',
  access: 'school',
  summary: 'Removes a view. Use `restore` to undo.',
  params: idParams,
  reply: empty(),
})

export const restoreView = endpoint({
  method: 'POST',
  path: '/api/views/:id/restore',
  access: 'school',
  summary: 'Restores a removed view.',
  params: idParams,
  reply: one(view),
})
