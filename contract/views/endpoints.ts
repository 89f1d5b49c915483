import * as z from 'zod/mini'
import { empty, endpoint, list, one } from '../endpoint.ts'
import { idParams, idText } from '../fields.ts'
import { newView, view, viewChange, viewCounts, viewCountsQuery } from './shapes.ts'

export const listViews = endpoint({
  method: 'GET',
  path: '/api/views',
  access: 'school',
  summary: 'The saved views of a school that the caller sees, by name: their own, and those shared.',
  query: z.strictObject({ school_id: idText }),
  reply: list(view),
})

export const countViews = endpoint({
  method: 'GET',
  path: '/api/views/counts',
  access: 'school',
  summary: 'How many records of a period each built-in and saved view holds.',
  query: viewCountsQuery,
  reply: one(viewCounts),
})

export const createView = endpoint({
  method: 'POST',
  path: '/api/views',
  access: 'school',
  summary: 'Saves a question to the student list as a view of the caller, in one school or in all.',
  body: newView,
  idempotent: true,
  reply: one(view),
  status: 201,
})

export const updateView = endpoint({
  method: 'PUT',
  path: '/api/views/:id',
  access: 'school',
  summary: 'Changes any subset of a view; shared ones by their owner or a Shipmate Admin.',
  params: idParams,
  body: viewChange,
  reply: one(view),
})

export const removeView = endpoint({
  method: 'DELETE',
  path: '/api/views/:id',
  access: 'school',
  summary: 'Removes a view; `restore` brings it back.',
  params: idParams,
  reply: empty(),
})

export const restoreView = endpoint({
  method: 'POST',
  path: '/api/views/:id/restore',
  access: 'school',
  summary: 'Brings a removed view back.',
  params: idParams,
  reply: one(view),
})
