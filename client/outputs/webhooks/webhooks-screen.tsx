import { createFileRoute } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { listWebhooks } from '#contract/outputs/webhooks/endpoints.ts'
import type { Webhook } from '#contract/outputs/webhooks/shapes.ts'
import { FailedState } from '#client/platform/common/failed-state.tsx'
import { SchoolSettings } from '#client/platform/common/school-settings.tsx'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { later } from '#client/platform/ui/later.ts'
import { useDialogHost, type DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { PageBody } from '#client/platform/ui/text/page-header.tsx'
import { WebhookCard } from './webhook-card.tsx'

interface DialogProps {
  schoolId: number
  webhook: Webhook | null
}

const Lazy = later(async () => (await import('./webhook-form.tsx')).WebhookForm)
const WebhookDialog = (props: DialogProps & { handle: DialogHandle }) => (
  <Suspense fallback={null}>
    <Lazy {...props} />
  </Suspense>
)

/** Renders the webhooks of a school: where Shipmate sends what happens, and what became of the messages. */
const WebhooksScreen = () => {
  const schoolId = Number(Route.useParams().id)
  const openDialog = useDialogHost()
  const { data, error, refetch } = useAsk(listWebhooks, { params: { id: schoolId } })
  const edit = (webhook: Webhook | null): void => {
    openDialog(WebhookDialog, { props: { schoolId, webhook } })
  }
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => edit(null)}>
      New webhook
    </Button>
  )
  return (
    <SchoolSettings
      schoolId={schoolId}
      title="Webhooks"
      {...(data && data.length > 0 ? { count: formatNumber(data.length), actions: add } : {})}
    >
      <PageBody>
        {data ? (
          <Webhooks schoolId={schoolId} webhooks={data} add={add} onEdit={edit} />
        ) : error ? (
          <FailedState
            error={error}
            what="The webhooks"
            who="Only Shipmate Admins have access to webhooks."
            onRetry={() => void refetch()}
            actions={<LinkButton to="/">All schools</LinkButton>}
          />
        ) : (
          <SkeletonRows rows={4} label="Loading webhooks" />
        )}
      </PageBody>
    </SchoolSettings>
  )
}

interface WebhooksProps {
  schoolId: number
  webhooks: readonly Webhook[]
  add: ReactNode
  onEdit: (webhook: Webhook) => void
}

const Webhooks = ({ schoolId, webhooks, add, onEdit }: WebhooksProps) =>
  webhooks.length === 0 ? (
    <EmptyState icon={WebhookIcon} title="No webhooks" actions={add}>
      Shipmate can tell the school’s own systems when a coverage status changes or a student sends a form.
    </EmptyState>
  ) : (
    <div className="flex flex-col gap-4">
      {webhooks.map((webhook) => (
        <WebhookCard key={webhook.id} schoolId={schoolId} webhook={webhook} onEdit={() => onEdit(webhook)} />
      ))}
    </div>
  )

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings/webhooks')({
  component: WebhooksScreen,
})
