import {
  Avatar,
  Button,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import {
  ArrowDownloadRegular,
  BookOpenRegular,
  KeyRegular,
  PersonRegular,
  SignOutRegular,
} from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useApp, useBrand, useUser } from '../app/AppContext.tsx';
import type { Screen } from '../app/screen.ts';
import { useObservable } from '../app/useObservable.ts';
import { useRoleName } from '../app/useRoleName.ts';
import { chooseMode, modeChoice$, modeChoices } from '../theme/mode.ts';

/** Menu of the own account: profile, password, theme, downloads, logout. */
export function AccountMenu(props: { screens: readonly Screen[]; onPassword: () => void }) {
  const { t } = useTranslation();
  const { session } = useApp();
  const brand = useBrand();
  const user = useUser();
  const navigate = useNavigate();
  const choice = useObservable(modeChoice$, modeChoice$.value);
  const roleName = useRoleName();
  if (user === null) return null;
  const has = (path: string) => props.screens.some((screen) => screen.path === path);
  return (
    <Menu
      checkedValues={{ theme: [choice] }}
      onCheckedValueChange={(_, data) =>
        chooseMode(modeChoices.find((one) => one === data.checkedItems[0]) ?? 'system')
      }
    >
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="transparent"
          aria-label={t('shell.account', { name: user.name })}
          title={user.name}
          data-testid="account"
          icon={<Avatar size={28} initials={user.name.slice(0, 1).toUpperCase()} aria-hidden="true" />}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuGroup>
            <MenuGroupHeader>
              {user.name} · {roleName(user.role_name)}
            </MenuGroupHeader>
            {has('profile') && (
              <MenuItem icon={<PersonRegular />} onClick={() => navigate('/profile')}>
                {t('menu.profile')}
              </MenuItem>
            )}
            <MenuItem icon={<KeyRegular />} onClick={props.onPassword}>
              {t('menu.password')}
            </MenuItem>
            {brand.helpDocument && (
              <MenuItem icon={<BookOpenRegular />} onClick={() => window.open('/help/', '_blank')}>
                {t('login.help')}
              </MenuItem>
            )}
            {brand.downloadPage && has('download') && (
              <MenuItem icon={<ArrowDownloadRegular />} onClick={() => navigate('/download')}>
                {t('menu.download')}
              </MenuItem>
            )}
          </MenuGroup>
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>{t('shell.theme')}</MenuGroupHeader>
            {modeChoices.map((one) => (
              <MenuItemRadio key={one} name="theme" value={one}>
                {t(`theme.${one}`)}
              </MenuItemRadio>
            ))}
          </MenuGroup>
          <MenuDivider />
          <MenuItem icon={<SignOutRegular />} onClick={() => session.send({ type: 'session.logout' })}>
            {t('shell.logOut')}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
