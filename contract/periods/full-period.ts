import * as z from 'zod/mini'
import { endpoint, one } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { customPage } from '../website/custom-pages.ts'
import { periodAbout } from './shapes.ts'

/** Each document under its name, as its own call returns it: `dates`, `enroll_form_intro`. */
export const getPeriod = endpoint({
  method: 'GET',
  path: '/api/periods/:id',
  access: 'school',
  summary: 'Returns a period with the sections the user can read, by name.',
  params: idParams,
  reply: one(
    z.looseObject({
      id: z.int(),
      school_id: z.int(),
      about: periodAbout,
      /** In order; for product admins only. */
      custom_pages: z.optional(z.array(customPage)),
      /** Names of documents saved by a newer version of Shipmate that this version can’t read. */
      unreadable: z.array(z.string()),
    }),
  ),
})
