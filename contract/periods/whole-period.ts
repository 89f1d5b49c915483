import * as z from 'zod/mini'
import { endpoint, one } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { customPage } from '../website/custom-pages.ts'
import { periodAbout } from './shapes.ts'

/** Each document is a key by its name, as its own call answers it: `dates`, `enroll_form_intro`. */
export const getPeriod = endpoint({
  method: 'GET',
  path: '/api/periods/:id',
  access: 'school',
  summary: 'A period with all documents that the caller may read, each under its name.',
  params: idParams,
  reply: one(
    z.looseObject({
      id: z.int(),
      school_id: z.int(),
      about: periodAbout,
      /** In their order; for product admins only. */
      custom_pages: z.optional(z.array(customPage)),
      /** Names of documents that were saved by a newer version of Shipmate and can't be read by this one. */
      unreadable: z.array(z.string()),
    }),
  ),
})
