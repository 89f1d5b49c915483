import { Field, type FieldProps } from '#client/platform/ui/controls/field.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { TextInput, type TextInputProps } from '#client/platform/ui/controls/text-input.tsx'
import type { ReactNode } from 'react'
import type { GuestForm } from './use-guest-form.ts'

/** Renders the form of a guest page, with its banner and its button. */
export const GuestFormFrame = ({
  form,
  action,
  children,
}: {
  form: GuestForm
  action: string
  children: ReactNode
}) => (
  <form {...form.props} className="flex flex-col gap-4">
    {form.banner && <Banner tone="danger">{form.banner}</Banner>}
    {children}
    <Button variant="primary" type="submit" busy={form.isSending} className="mt-1 w-full">
      {action}
    </Button>
  </form>
)

type GuestFieldProps = { form: GuestForm; name: string } & Pick<FieldProps, 'label' | 'hint' | 'aside'> &
  Pick<TextInputProps, 'type' | 'autoComplete' | 'inputMode'>

/** Renders a native field of a guest form. */
export const GuestField = ({ form, name, label, hint, aside, ...input }: GuestFieldProps) => (
  <Field label={label} hint={hint} aside={aside} error={form.errors[name]}>
    <TextInput name={name} spellCheck={false} autoCapitalize="none" {...input} />
  </Field>
)
