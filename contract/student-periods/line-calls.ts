import { planPremium, statusMove } from '../coverage/shapes.ts'
import { endpoint, list } from '../endpoint.ts'
import { idParams } from '../fields.ts'

export const listStatusMoves = endpoint({
  method: 'GET',
  path: '/api/student-periods/:id/status-moves',
  access: 'school',
  summary: 'Lists the allowed status changes for each coverage type.',
  params: idParams,
  reply: list(statusMove),
})

export const listPlanPremiums = endpoint({
  method: 'GET',
  path: '/api/student-periods/:id/plan-premiums',
  access: 'school',
  summary: 'Returns the plan premium for the student’s current tiers.',
  params: idParams,
  reply: list(planPremium),
})
