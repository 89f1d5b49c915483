import { createFileRoute } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { type ReactNode } from 'react'
import { listWebhooks } from '#contract/outputs/webhooks/endpoints.ts'
import type { Webhook } from '#contract/outputs/webhooks/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { SchoolSettings } from '#client/setup/schools/school-settings.tsx'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody } from '#client/platform/ui/text/page-header.tsx'
import { WebhookCard } from './webhook-card.tsx'

const WebhookDialog = lazyDialog(async () => (await import('./webhook-form.tsx')).WebhookForm)

/** Renders the webhooks of a school: where Shipmate sends what happens, and what became of the messages. */
const WebhooksScreen = () => {
  const schoolId = Number(Route.useParams().id)
  const openDialog = useDialogHost()
  const webhooks = useAsk(listWebhooks, { params: { id: schoolId } })
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
      {...(webhooks.data && webhooks.data.length > 0
        ? { count: formatNumber(webhooks.data.length), actions: add }
        : {})}
    >
      <PageBody>
        <Loaded
          of={webhooks}
          what="The webhooks"
          who="Only Shipmate Admins have access to webhooks."
          actions={<LinkButton to="/">All schools</LinkButton>}
          rows={4}
          label="Loading webhooks"
        >
          {(data) => <Webhooks schoolId={schoolId} webhooks={data} add={add} onEdit={edit} />}
        </Loaded>
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
      Webhooks notify the school’s own systems when a coverage status changes or a student sends a form.
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
