import { endpoint, one } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { waiverDecision, waiverTrial } from './shapes.ts'

/** Not in the specification: a trial of the saved waiver options. It’s a POST for its body and writes nothing. */
export const tryWaiver = endpoint({
  method: 'POST',
  path: '/api/periods/:id/waiver-trial',
  access: 'admin',
  summary: 'Decides a made-up waiver by the saved waiver options of a policy year. Nothing is saved.',
  params: idParams,
  body: waiverTrial,
  reply: one(waiverDecision),
})
