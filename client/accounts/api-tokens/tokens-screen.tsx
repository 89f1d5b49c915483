import { createFileRoute } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { tokenAccessLabels } from '#contract/accounts/api-tokens/choices.ts'
import { listApiTokens, revokeApiToken } from '#contract/accounts/api-tokens/endpoints.ts'
import type { ApiToken } from '#contract/accounts/api-tokens/shapes.ts'
import { listSchoolHistory } from '#contract/setup/schools/endpoints.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { SchoolSettings } from '#client/setup/schools/school-settings.tsx'
import { formatDay, formatNumber } from '#client/platform/lib/format.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { PageBody } from '#client/platform/ui/text/page-header.tsx'

const NewTokenDialog = lazyDialog(async () => (await import('./new-token-form.tsx')).NewTokenForm)

/** Renders the API tokens of a school’s own systems. */
const TokensScreen = () => {
  const schoolId = Number(Route.useParams().id)
  const openDialog = useDialogHost()
  const tokens = useAsk(listApiTokens, { params: { id: schoolId } })
  const add = (
    <Button
      variant="primary"
      icon={Plus}
      onClick={() => void openDialog(NewTokenDialog, { props: { schoolId } })}
    >
      New token
    </Button>
  )
  const usable = tokens.data?.filter((token) => stateOf(token) === 'usable')
  return (
    <SchoolSettings
      schoolId={schoolId}
      title="API tokens"
      {...(usable ? { count: formatNumber(usable.length) } : {})}
      {...(tokens.data && tokens.data.length > 0 ? { actions: add } : {})}
    >
      <PageBody>
        <Loaded
          of={tokens}
          what="The API tokens"
          who="Only Shipmate Admins have access to API tokens."
          actions={<LinkButton to="/">All schools</LinkButton>}
          rows={4}
          label="Loading API tokens"
        >
          {(data) =>
            data.length === 0 ? (
              <EmptyState icon={KeyRound} title="No API tokens" actions={add}>
                With a token, one of the school’s own systems can read or change the school’s records. The{' '}
                <a href="/api/docs" className="underline">
                  API reference
                </a>{' '}
                lists the calls.
              </EmptyState>
            ) : (
              <Tokens schoolId={schoolId} tokens={data} />
            )
          }
        </Loaded>
      </PageBody>
    </SchoolSettings>
  )
}

type TokenState = 'usable' | 'expired' | 'revoked'

const stateOf = ({ revoked_at, expires_at }: ApiToken): TokenState => {
  if (revoked_at !== null) return 'revoked'
  return Date.parse(expires_at) <= Date.now() ? 'expired' : 'usable'
}

const Tokens = ({ schoolId, tokens }: { schoolId: number; tokens: readonly ApiToken[] }) => (
  <ul aria-label="API tokens" className="divide-y divide-line rounded-card bg-raised shadow-line">
    {tokens.map((token) => (
      <Token key={token.id} schoolId={schoolId} token={token} />
    ))}
  </ul>
)

const Token = ({ schoolId, token }: { schoolId: number; token: ApiToken }) => {
  const { name, access, hint, created_by, created_at, last_used_at } = token
  const { revoke, isSending } = useRevoke(schoolId, token)
  const state = stateOf(token)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className={state === 'usable' ? 'font-semibold' : 'font-semibold text-ink-2'}>{name}</span>
          <Pill tone={access === 'write' ? 'warning' : 'neutral'}>{tokenAccessLabels[access]}</Pill>
          <span className="font-mono text-label text-ink-2">…{hint}</span>
        </p>
        <p className="mt-0.5 text-label text-ink-2">
          {validity(token, state)} ·{' '}
          {last_used_at === null ? (
            'Never used'
          ) : (
            <>
              Last used <Ago at={last_used_at} />
            </>
          )}
          {' · '}Created {formatDay(created_at)}
          {created_by && ` by ${created_by.name}`}
        </p>
      </div>
      <div className="flex gap-3">
        <LinkButton
          size="sm"
          to="/settings/activity"
          search={{ person: token.user_id }}
          aria-label={`Activity of ${name}`}
        >
          Activity
        </LinkButton>
        {state === 'usable' && (
          <Button size="sm" busy={isSending} aria-label={`Revoke ${name}`} onClick={() => void revoke()}>
            Revoke
          </Button>
        )}
      </div>
    </li>
  )
}

const validity = ({ expires_at, revoked_at }: ApiToken, state: TokenState): string => {
  if (state === 'revoked') return `Revoked ${formatDay(revoked_at)}`
  return `${state === 'expired' ? 'Expired' : 'Expires'} ${formatDay(expires_at)}`
}

const useRevoke = (schoolId: number, { id, name }: ApiToken) => {
  const confirm = useConfirm()
  const toast = useToast()
  const { send, isSending } = useSend(revokeApiToken, { refreshes: [listApiTokens, listSchoolHistory] })
  const revoke = async () => {
    const isSure = await confirm({
      title: `Revoke the token of ${name}?`,
      message: `${name} can’t use Shipmate until you give it a new token. You can’t undo this.`,
      acceptLabel: 'Revoke',
      danger: true,
    })
    if (!isSure) return
    await send({ params: { id: schoolId, token: id } })
    toast.show({ tone: 'success', title: `Token of ${name} revoked` })
  }
  return { revoke, isSending }
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings/api-tokens')({
  component: TokensScreen,
})
