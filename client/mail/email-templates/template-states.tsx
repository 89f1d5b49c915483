import type { ReactNode } from 'react'
import { FailedState } from '#client/platform/common/failed-state.tsx'
import { useRecordChanged } from '#client/platform/common/live-rows.ts'
import type { ApiError } from '#client/platform/lib/api-error.ts'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { PageHeader, type PageHeaderProps } from '#client/platform/ui/text/page-header.tsx'

interface TemplateStatesProps<T> extends Pick<PageHeaderProps, 'breadcrumb'> {
  id: number
  /** The result of `useAsk` with `afresh`. */
  loaded: {
    data: T | undefined
    error: ApiError | null
    isFetchedAfterMount: boolean
    refetch: () => unknown
  }
  /** The path of the list. */
  allTo: string
  children: (template: T) => ReactNode
}

/**
 * Renders a freshly loaded template, so that no one edits an old version; until then placeholders, or why it can’t be
 * shown.
 */
export const TemplateStates = <T,>({ id, loaded, breadcrumb, allTo, children }: TemplateStatesProps<T>) => {
  const { data, error, isFetchedAfterMount, refetch } = loaded
  useRecordChanged('email_template', id, () => void refetch())
  if (data && isFetchedAfterMount) return children(data)
  return (
    <>
      <PageHeader title="Email template" {...(breadcrumb ? { breadcrumb } : {})} />
      {error ? (
        <FailedState
          error={error}
          what="The email template"
          who="Only Shipmate Admins have access to email templates."
          onRetry={() => void refetch()}
          actions={<LinkButton to={allTo}>All email templates</LinkButton>}
        />
      ) : (
        <SkeletonRows rows={10} label="Loading email template" />
      )}
    </>
  )
}
