import { fieldOf } from '#contract/platform/record/known-fields.ts'
import type { SignedForm } from '#contract/review/form-submissions/shapes.ts'
import { canonicalText } from '#server/platform/lib/canonical-text.ts'

/**
 * Returns the names of the answers that a fixed form changed, added or left out, in its order; `dependents` if they differ.
 * A company’s ID isn’t listed, because its name is.
 */
export const changedAnswers = (before: SignedForm, after: SignedForm): string[] => {
  const [old, now] = [textsOf(before), textsOf(after)]
  const names = [...new Set([...now.keys(), ...old.keys()])]
  const isSameFamily = canonicalText(before.dependents) === canonicalText(after.dependents)
  return [
    ...names.filter((name) => old.get(name) !== now.get(name) && fieldOf(name)?.format !== 'company'),
    ...(isSameFamily ? [] : ['dependents']),
  ]
}

const textsOf = ({ answers }: SignedForm): Map<string, string> =>
  new Map(answers.map(({ name, value }) => [name, canonicalText(value)]))
