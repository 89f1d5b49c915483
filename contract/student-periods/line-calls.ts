import { planPremium, statusMove } from '../coverage/shapes.ts'
import { endpoint, list } from '../endpoint.ts'
import { idParams } from '../fields.ts'

export const listStatusMoves = endpoint({
  method: 'GET',
  path: '/api/student-periods/:id/status-moves',
  access: 'school',
  summary: 'The moves that the transition table allows from the present statuses, by line.',
  params: idParams,
  reply: list(statusMove),
})

export const listPlanPremiums = endpoint({
  method: 'GET',
  path: '/api/student-periods/:id/plan-premiums',
  access: 'school',
  summary: 'What the plans say that the present tiers cost.',
  params: idParams,
  reply: list(planPremium),
})
