import type pg from 'pg'
import type { Logger } from '#server/platform/lib/log.ts'

/** The names of an installation’s roles. Roles belong to the whole database server, so each installation on it has its own. */
export interface RoleNames {
  /** The role of the running application. It writes rows but can’t change tables or saved history. */
  readonly app: string
  /** The role of the queue. It owns the queue’s schema and nothing else. */
  readonly queue: string
}

export const usualRoles: RoleNames = { app: 'shipmate_app', queue: 'shipmate_queue' }

/** Returns the roles of an installation whose application signs in as `user`, `{name}_app`; null for another form of name. */
export const rolesOf = (user: string): RoleNames | null =>
  // names that SQL takes without quotes and PostgreSQL doesn’t shorten
  /^(?!pg_)[a-z][a-z0-9_]{0,50}_app$/.test(user) ? { app: user, queue: user.replace(/app$/, 'queue') } : null

/** Passwords of the application’s and the queue’s database roles. */
export interface RolePasswords {
  readonly app: string
  readonly queue: string
  /** Changes the password of a role that can already sign in. */
  readonly replace: boolean
}

/** The roles the owner could prepare. */
export interface Roles {
  readonly app: boolean
  readonly queue: boolean
}

/**
 * Creates the two roles if they’re missing, and lets them sign in if passwords are given. Without passwords,
 * the application switches from the owner’s login to its role, and the queue uses the owner’s login.
 */
export const prepareRoles = async (
  client: pg.Client,
  log: Logger,
  names: RoleNames,
  passwords: RolePasswords | null,
): Promise<Roles> => ({
  app: await prepareRole(client, log, names.app, passwords && { ...passwords, password: passwords.app }),
  queue:
    passwords !== null &&
    (await prepareRole(client, log, names.queue, { ...passwords, password: passwords.queue })),
})

interface Login {
  readonly password: string
  readonly replace: boolean
}

const prepareRole = async (
  client: pg.Client,
  log: Logger,
  name: string,
  login: Login | null,
): Promise<boolean> => {
  try {
    const found = await find(client, name)
    if (!found) await client.query(`create role ${name} nologin`)
    if (!found?.is_member) await client.query(`grant ${name} to current_user`)
    if (login && (login.replace || !found?.may_sign_in)) await allowSignIn(client, name, login.password)
    return true
  } catch (error) {
    log.warn({ err: error }, `The database owner can’t set up the role ${name}.`)
    return false
  }
}

const find = async (client: pg.Client, name: string) => {
  const { rows } = await client.query<{ is_member: boolean; may_sign_in: boolean }>(
    `select pg_has_role(oid, 'member') as is_member, rolcanlogin as may_sign_in from pg_roles where rolname = $1`,
    [name],
  )
  return rows[0]
}

const allowSignIn = async (client: pg.Client, name: string, password: string): Promise<void> => {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter role %I login password %L', $1::text, $2::text) as statement`,
    [name, password],
  )
  await client.query(rows[0]?.statement ?? '')
}

/**
 * Grants the queue’s role everything in the queue’s schema. Runs after every migration, because new objects
 * belong to the owner.
 */
export const grantQueue = async (client: pg.Client, names: RoleNames): Promise<void> => {
  await client.query(grantStatement(names))
}

const grantStatement = ({ app, queue }: RoleNames): string => `
  do $$
  declare
    statement text;
  begin
    -- needed to receive a function there; revoked below
    grant create on schema public to ${queue};
    for statement in
      select format('alter schema graphile_worker owner to ${queue}')
      from pg_namespace where nspname = 'graphile_worker' and nspowner <> '${queue}'::regrole
      union all
      select format('alter table %s owner to ${queue}', c.oid::regclass)
      from pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'p', 'v')
        and c.relowner <> '${queue}'::regrole
      union all
      select format('alter type %s owner to ${queue}', t.oid::regtype)
      from pg_type t join pg_class c on c.oid = t.typrelid
      where t.typnamespace = 'graphile_worker'::regnamespace and c.relkind = 'c'
        and t.typowner <> '${queue}'::regrole
      union all
      select format('alter routine %s owner to ${queue}', p.oid::regprocedure)
      from pg_proc p
      where (p.pronamespace = 'graphile_worker'::regnamespace
          or p.oid = 'public.shipmate_enqueue(text, json, integer)'::regprocedure)
        and p.proowner <> '${queue}'::regrole
    loop
      execute statement;
    end loop;
    revoke create on schema public from ${queue};
    -- only the application adds jobs
    revoke execute on function public.shipmate_enqueue(text, json, integer) from public;
    if exists (select from pg_roles where rolname = '${app}') then
      grant execute on function public.shipmate_enqueue(text, json, integer) to ${app};
    end if;
  end
  $$`
