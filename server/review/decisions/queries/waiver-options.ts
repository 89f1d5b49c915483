import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { ruleKeys } from '#contract/setup/period-documents/waiver-rules.ts'
import type { EmailLanguage } from '#contract/setup/schools/email-kinds.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import { readPublished } from '#server/setup/period-documents/index.ts'

/** Business days to appeal until waiver options are published. */
const defaultAppealDays = 10

/** Returns how many business days after a decline the students of a policy year can appeal it. */
export const readAppealDays = async (context: ScopeContext, periodId: number): Promise<number> =>
  (await readPublished(context, periodId, waiverConfiguration))?.content.appeal_days ?? defaultAppealDays

/** Business days to decide until waiver options are published. */
export const defaultTargetDays = 2

/** Returns in how many business days the office of a policy year plans to decide. */
export const readTargetDays = async (context: ScopeContext, periodId: number): Promise<number> =>
  (await readPublished(context, periodId, waiverConfiguration))?.content.decision_target_days ??
  defaultTargetDays

/** Returns what a school itself tells students about a rule: in their language, or else in English; null if nothing. */
export type RuleMessages = (code: string, language: EmailLanguage) => string | null

/** Reads what a school wrote about the waiver rules of a policy year. */
export const readRuleMessages = async (context: ScopeContext, periodId: number): Promise<RuleMessages> => {
  const options = (await readPublished(context, periodId, waiverConfiguration))?.content
  return (code, language) => {
    const key = ruleKeys.find((one) => one === code)
    const message = options && key ? options[key].message : null
    return message ? (message[language] ?? message.en) : null
  }
}
