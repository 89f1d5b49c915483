import { faqs } from '../website/faqs.ts'
import { dates } from './dates.ts'
import type { PeriodDocument } from './document.ts'
import { enrollmentOptions } from './enrollment-options.ts'
import { insuranceConfiguration } from './insurance-configuration.ts'
import { dentalPlan, medicalPlan, visionPlan } from './plans.ts'
import { waiverConfiguration } from './waiver-configuration.ts'

/** Every document of a period besides `about`, in the order in which a year is set up. */
export const periodDocuments = [
  enrollmentOptions,
  dates,
  insuranceConfiguration,
  medicalPlan,
  dentalPlan,
  visionPlan,
  waiverConfiguration,
  faqs,
] as const satisfies readonly PeriodDocument[]

export const documentKinds: readonly string[] = periodDocuments.map(({ kind }) => kind)
export type DocumentKind = (typeof periodDocuments)[number]['kind']
