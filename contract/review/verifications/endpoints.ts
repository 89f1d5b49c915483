import * as z from 'zod/mini'
import { endpoint, list, one, page } from '#contract/platform/endpoint.ts'
import { id, idParams, idText } from '#contract/platform/fields.ts'
import { studentPeriod } from '#contract/records/student-periods/shapes.ts'
import { paging } from '#contract/platform/table-query.ts'
import { payerHealth, payerHealthDays } from './payer-health.ts'
import { eligibilitySettings, eligibilitySettingsChange } from './settings.ts'
import {
  eligibilityReport,
  newEligibilityReport,
  pendingEligibilityReport,
  rawRequest,
  takenFields,
} from './shapes.ts'

export const listEligibilityReports = endpoint({
  method: 'GET',
  path: '/api/eligibility-reports',
  access: 'school',
  summary: 'Lists the eligibility checks of a student or of a student’s policy year, newest first.',
  query: z.strictObject({
    student_id: z.optional(idText),
    student_period_id: z.optional(idText),
    ...paging,
  }),
  reply: page(eligibilityReport),
})

export const requestEligibilityReport = endpoint({
  method: 'POST',
  path: '/api/eligibility-reports',
  access: 'admin',
  summary:
    'Asks the insurance company whether a student’s other coverage is active. The response comes later.',
  body: newEligibilityReport,
  idempotent: true,
  reply: one(pendingEligibilityReport),
  status: 202,
})

/** Whether the payers answer. */
export const listPayerHealth = endpoint({
  method: 'GET',
  path: '/api/eligibility-reports/payer-health',
  access: 'admin',
  summary:
    'Lists how each insurance company responded to eligibility checks in recent days: responses, failures, time.',
  query: z.strictObject({ days: z._default(z.enum(payerHealthDays), '14') }),
  reply: list(payerHealth),
})

/** What was sent and received, for anyone who must find out why. */
export const getRawEligibilityReport = endpoint({
  method: 'GET',
  path: '/api/eligibility-reports/:id/raw',
  access: 'admin',
  summary: 'Returns the texts that a check sent and received. Reading them is recorded.',
  params: idParams,
  reply: list(rawRequest),
})

export const updateFromEligibilityReport = endpoint({
  method: 'POST',
  path: '/api/eligibility-reports/update-student-period',
  access: 'admin',
  summary: 'Takes fields of a check over into the student’s record. 409 if someone else changed it.',
  body: z.strictObject({
    eligibility_report_id: id,
    fields: z.array(z.enum(takenFields)).check(z.minLength(1), z.maxLength(takenFields.length)),
    version: z.int(),
  }),
  reply: one(studentPeriod),
})

/** What an answer leaves open is for staff to settle. */
export const acceptEligibilityReport = endpoint({
  method: 'POST',
  path: '/api/eligibility-reports/:id/accept',
  access: 'admin',
  summary:
    'Accepts what the result of a check leaves open, such as another first name. It counts from then on.',
  params: idParams,
  reply: one(eligibilityReport),
})

export const getEligibilitySettings = endpoint({
  method: 'GET',
  path: '/api/schools/:id/eligibility-settings',
  access: 'admin',
  summary: 'Returns who carries a school’s eligibility checks. The password or key can’t be read.',
  params: idParams,
  reply: one(eligibilitySettings),
})

export const replaceEligibilitySettings = endpoint({
  method: 'PUT',
  path: '/api/schools/:id/eligibility-settings',
  access: 'admin',
  grantsAccess: true,
  summary: 'Replaces who carries a school’s eligibility checks. 409 if someone else changed it.',
  params: idParams,
  body: eligibilitySettingsChange,
  reply: one(eligibilitySettings),
})
