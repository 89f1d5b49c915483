import { describe, expect, it } from 'vitest'
import { settingNames } from './env.ts'
import { misspelledIn } from './misspelled.ts'

describe('a setting that looks like one of ours', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATABASE_OWNERURL', 'DATABASE_OWNER_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['PUBLIC_URLS', 'PUBLIC_URL'],
    ['SMTP_ULR', 'SMTP_URL'],
    ['EMAIL_FORM', 'EMAIL_FROM'],
    ['ENCRYPTION_KEY', 'ENCRYPTION_KEYS'],
    ['POTR', 'PORT'],
    ['DEMOS', 'DEMO'],
  ])('%s is taken for %s', (name, meant) => {
    expect(misspelledIn(['PATH', name, 'HOME'], settingNames)).toEqual([[name, meant]])
  })

  it('isn’t one of ours, or a name that every system has', () => {
    const usual =
      `PATH HOME HOSTNAME USER SHELL LANG TERM PWD OLDPWD SHLVL MAIL TZ _ TMPDIR NODE_ENV NODE_OPTIONS CI LOGNAME
      EDITOR PGHOST PGPORT http_proxy DISPLAY npm_config_cache npm_package_name INIT_CWD COLORTERM XDG_DATA_DIRS SSH_TTY
      HISTFILE`.split(/\s+/)
    expect(misspelledIn([...usual, ...settingNames], settingNames)).toEqual([])
  })
})
