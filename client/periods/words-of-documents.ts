import { dates } from '#contract/periods/dates.ts'
import { enrollmentOptions } from '#contract/periods/enrollment-options.ts'
import { insuranceConfiguration } from '#contract/periods/insurance-configuration.ts'
import { dentalPlan, medicalPlan, visionPlan } from '#contract/periods/plans.ts'
import { waiverConfiguration } from '#contract/periods/waiver-configuration.ts'
import type { DocumentWords } from '#client/common/set-up/document-words.ts'
import { optionsWords } from './options-words.ts'
import { planWords } from './plan-words.ts'
import { waiverWords } from './waiver-words.ts'

const wordsByKind: ReadonlyMap<string, DocumentWords> = new Map([
  ...[enrollmentOptions, dates, insuranceConfiguration].map(({ kind }) => [kind, optionsWords] as const),
  ...[medicalPlan, dentalPlan, visionPlan].map(({ kind }) => [kind, planWords] as const),
  [waiverConfiguration.kind, waiverWords],
])

/** How the changes of a document are told, as on its own screen; undefined where the usual words do. */
export const wordsOfDocument = (kind: string): DocumentWords | undefined => wordsByKind.get(kind)
