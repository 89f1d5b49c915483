import { createHash } from 'node:crypto'
import type { SignedForm } from '#contract/review/form-submissions/shapes.ts'
import { encrypt, formSsnsPlace } from '#server/platform/lib/crypt.ts'
import { canonicalText } from '#server/platform/lib/canonical-text.ts'
import type { CheckedForm, Intake, Submitted } from './intake.ts'

/** Returns the hash of a form as signed. It can be computed again from the saved content. */
export const contentHash = (content: SignedForm): Buffer =>
  createHash('sha256').update(canonicalText(content)).digest()

/** Saves the form as signed, with masked SSNs and the encrypted SSNs beside it. It’s never changed. */
export const saveSnapshot = async (
  { context, schoolId }: Intake,
  { id }: Submitted,
  { content, ssns, formNumber, waiverRulesNumber }: CheckedForm,
  number = 1,
): Promise<void> => {
  const hasSsns = Object.keys(ssns).length > 0
  await context.db
    .insertInto('form_submission_snapshots')
    .values({
      school_id: schoolId,
      submission_id: id,
      number,
      content: JSON.stringify(content),
      hash: contentHash(content),
      ssns_cipher: hasSsns ? encrypt(context.services.keys, formSsnsPlace(id), canonicalText(ssns)) : null,
      form_number: formNumber,
      waiver_rules_number: waiverRulesNumber,
      created_at: context.clock.now().toISOString(),
    })
    .execute()
}
