import * as z from 'zod/mini'
import { empty, endpoint, one, page } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { historyColumns, historyEntry } from '../history/shapes.ts'
import { tableQuery } from '../table-query.ts'
import { schoolAboutChange } from './about.ts'
import { colorPairs, schoolColorsChange, themes } from './colors.ts'
import { school } from './shapes.ts'

export const replaceSchoolAbout = endpoint({
  method: 'PUT',
  path: '/api/schools/:id/about',
  access: 'admin',
  summary: 'Replaces what a school is: names, address, contacts, time zone.',
  params: idParams,
  body: schoolAboutChange,
  reply: one(school),
})

export const replaceSchoolColors = endpoint({
  method: 'PUT',
  path: '/api/schools/:id/colors',
  access: 'admin',
  summary: 'Replaces the colors of a school; text that is hard to read is warned about, not refused.',
  params: idParams,
  body: schoolColorsChange,
  reply: one(
    z.object({
      ...school.shape,
      /** Pairs of text and ground whose contrast is below 4.5 : 1. */
      warnings: z.array(z.object({ theme: z.enum(themes), pair: z.enum(colorPairs), ratio: z.number() })),
    }),
  ),
})

export const archiveSchool = endpoint({
  method: 'DELETE',
  path: '/api/schools/:id',
  access: 'admin',
  summary: 'Archives a school without students. Its name becomes free.',
  params: idParams,
  reply: empty(),
})

/** + Not in the specification: who set up a school. */
export const listSchoolHistory = endpoint({
  method: 'GET',
  path: '/api/schools/:id/history',
  access: 'admin',
  summary: 'Who changed what of a school and its files, the latest first.',
  params: idParams,
  query: z.strictObject(tableQuery(historyColumns)),
  reply: page(historyEntry),
})
