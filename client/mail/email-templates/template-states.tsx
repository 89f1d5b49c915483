import type { ReactNode } from 'react'
import { freshly, Loaded, type Reloaded } from '#client/platform/ui/states/loaded.tsx'
import { useRecordChanged } from '#client/platform/common/live-rows.ts'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { PageHeader, type PageHeaderProps } from '#client/platform/ui/text/page-header.tsx'

interface TemplateStatesProps<T> extends Pick<PageHeaderProps, 'breadcrumb'> {
  id: number
  /** The result of `useAsk` with `afresh`. */
  loaded: Reloaded<T>
  /** The path of the list. */
  allTo: string
  children: (template: T) => ReactNode
}

/**
 * Renders a freshly loaded template, so that no one edits an old version; until then placeholders, or why it can’t be
 * shown.
 */
export const TemplateStates = <T,>({ id, loaded, breadcrumb, allTo, children }: TemplateStatesProps<T>) => {
  useRecordChanged('email_template', id, () => void loaded.refetch())
  return (
    <Loaded
      of={freshly(loaded)}
      what="The email template"
      who="Only Shipmate Admins have access to email templates."
      actions={<LinkButton to={allTo}>All email templates</LinkButton>}
      rows={10}
      label="Loading email template"
      renderInstead={(state) => (
        <>
          <PageHeader title="Email template" {...(breadcrumb ? { breadcrumb } : {})} />
          {state}
        </>
      )}
    >
      {children}
    </Loaded>
  )
}
