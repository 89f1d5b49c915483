import * as z from 'zod/mini'
import { endpoint, one } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { newPeriod, period, periodAbout, periodAboutChange } from './shapes.ts'

export const createPeriod = endpoint({
  method: 'POST',
  path: '/api/periods',
  access: 'admin',
  summary: 'Creates a period, alone or as a copy of an earlier one.',
  body: newPeriod,
  idempotent: true,
  reply: one(period),
  status: 201,
})

export const getPeriod = endpoint({
  method: 'GET',
  path: '/api/periods/:id',
  access: 'school',
  summary: 'A period with its documents.',
  params: idParams,
  reply: one(z.object({ ...period.shape, about: periodAbout })),
})

export const getPeriodAbout = endpoint({
  method: 'GET',
  path: '/api/periods/:id/about',
  access: 'school',
  summary: 'What a period is: name, dates, state, lines offered.',
  params: idParams,
  reply: one(periodAbout),
})

export const replacePeriodAbout = endpoint({
  method: 'PUT',
  path: '/api/periods/:id/about',
  access: 'admin',
  summary: 'Replaces what a period is.',
  params: idParams,
  body: periodAboutChange,
  reply: one(periodAbout),
})
