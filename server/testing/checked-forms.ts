import { publishForm } from './form-requests.ts'
import type { SchoolWorld } from './school-world.ts'

/** What a check of medical coverage needs of a waiver form. */
const checkedNames = ['insurance_company_id', 'member_subscriber_number', 'subscriber_relation'] as const

/** Publishes a waiver form that asks for what a check of medical coverage needs. */
export const publishCheckedForm = (world: Pick<SchoolWorld, 'admin' | 'periodId'>): Promise<void> =>
  publishForm(world, { fields: checkedNames.map((name) => ({ name: `medical_waive_${name}` })) })

/** The answers to that form, of a student with their own plan. The end of the member ID chooses the simulator’s answer. */
export const checkedAnswers = (company: number, memberId = 'HH1ACT') => ({
  medical_waive_insurance_company_id: company,
  medical_waive_member_subscriber_number: memberId,
  medical_waive_subscriber_relation: 'self',
})
