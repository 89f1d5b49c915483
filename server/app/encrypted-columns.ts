import { twoFactorColumns } from '#server/accounts/auth/index.ts'
import { draftContent } from '#server/accounts/drafts/index.ts'
import { startedSignIns } from '#server/accounts/single-sign-on/index.ts'
import { linkTexts } from '#server/mail/email-delivery/index.ts'
import { savedMembers } from '#server/outputs/carrier-files/index.ts'
import { reportChunks } from '#server/outputs/report-schedules/index.ts'
import { webhookSecrets } from '#server/outputs/webhooks/index.ts'
import type { EncryptedColumn } from '#server/platform/lib/encrypted-column.ts'
import { encryptedSsns } from '#server/records/students/index.ts'
import { exportChunks } from '#server/review/exports/index.ts'
import { savedForms } from '#server/review/form-submissions/index.ts'
import { importChunks } from '#server/review/imports/index.ts'
import { checkTexts } from '#server/review/verifications/index.ts'
import { providerSecrets } from '#server/setup/schools/index.ts'

/** Every encrypted column, except the replies to repeated calls, which are deleted after a day. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  ...encryptedSsns,
  savedForms,
  importChunks,
  exportChunks,
  reportChunks,
  savedMembers,
  ...checkTexts,
  linkTexts,
  draftContent,
  ...twoFactorColumns,
  startedSignIns,
  ...providerSecrets,
  webhookSecrets,
]
