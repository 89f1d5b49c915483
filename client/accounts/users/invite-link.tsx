import type { Ref } from 'react'
import { CopyField } from '#client/platform/ui/controls/copy-field.tsx'

/** Renders the one-time link of an invitation. */
export const InviteLink = ({ url, copyRef }: { url: string; copyRef?: Ref<HTMLButtonElement> }) => (
  <CopyField
    label="One-time link"
    text={url}
    hint="Works once, for 7 days. Anyone who has it can set the password, so send it only to them."
    {...(copyRef ? { copyRef } : {})}
  />
)
