//! Who may talk to the server: `Host`, `Origin` and token, compared exactly.

use std::io::{self, Read, Seek, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;

use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName};
use goren_desk::{Role, random_hex};
use goren_library::checked::private_file;

/// A secret of 128 bits.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    /// A fresh one from the operating system.
    pub(crate) fn fresh() -> Token {
        Token(random_hex())
    }

    /// What [`Token::text`] gave; nothing if this is no token.
    fn of_text(text: &str) -> Option<Token> {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == 32 && text.bytes().all(is_hex)).then(|| Token(text.to_owned()))
    }

    /// The token as the owner's address shows it.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Whether a text is this token. Takes equally long wherever the two differ.
    pub(crate) fn is(&self, text: &str) -> bool {
        let differences = self.0.bytes().zip(text.bytes()).fold(0, |sum, (mine, other)| sum | (mine ^ other));
        self.0.len() == text.len() && differences == 0
    }
}

/// The tokens of the owner and of guests that belong to a data folder: pages that are open go on after a restart. They are made
/// when they are missing or cannot be read.
pub(crate) fn kept_tokens(folder: &Path) -> io::Result<(Token, Token)> {
    let mut file = private_file(&folder.join("goren.key"))?;
    let mut bytes = Vec::new();
    (&mut file).take(1 << 10).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines().map(Token::of_text);
    if let (Some(Some(owner)), Some(Some(guest))) = (lines.next(), lines.next()) {
        return Ok((owner, guest));
    }
    let (owner, guest) = (Token::fresh(), Token::fresh());
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(format!("{}\n{}\n", owner.text(), guest.text()).as_bytes())?;
    Ok((owner, guest))
}

/// What the guard compares with. Nothing here comes from a request.
#[derive(Clone)]
pub(crate) struct Guard {
    /// The port we listen on.
    pub(crate) port: u16,
    /// Whether others on the network may come in.
    pub(crate) lan: bool,
    /// Opens everything.
    pub(crate) owner: Token,
    /// Lets others on the network play.
    pub(crate) guest: Token,
}

/// What kind of door a request knocks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Door {
    /// The pages: no secrets in them, and a browser cannot send a token for them.
    Pages,
    /// The calls under `/api`.
    Api,
    /// The WebSocket, which shows its token in its first message.
    Socket,
}

/// Why someone was turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The `Host` is not ours.
    Host,
    /// The `Origin` is not ours, or missing where there must be one.
    Origin,
    /// A page of another site has sent it.
    Site,
    /// The token is wrong or missing.
    Token,
}

impl Guard {
    /// Judges a request by its headers, the token aside. `local` is the address at which the connection came in.
    pub(crate) fn admit(&self, door: Door, headers: &HeaderMap, local: IpAddr) -> Result<(), Refusal> {
        match single(headers, &HOST) {
            Some(Some(host)) if self.is_ours(host, local) => {}
            _ => return Err(Refusal::Host),
        }
        match single(headers, &ORIGIN) {
            Some(Some(origin)) => {
                let host = origin.strip_prefix("http://").ok_or(Refusal::Origin)?;
                if !self.is_ours(host, local) {
                    return Err(Refusal::Origin);
                }
            }
            None if door != Door::Socket => {}
            _ => return Err(Refusal::Origin),
        }
        if door != Door::Pages {
            match single(headers, &HeaderName::from_static("sec-fetch-site")) {
                None | Some(Some("same-origin" | "none")) => {}
                Some(_) => return Err(Refusal::Site),
            }
        }
        Ok(())
    }

    /// Whose token a call carries.
    pub(crate) fn bearer(&self, headers: &HeaderMap) -> Result<Role, Refusal> {
        let bearer = single(headers, &AUTHORIZATION).flatten().and_then(|text| text.strip_prefix("Bearer "));
        bearer.and_then(|token| self.role(token)).ok_or(Refusal::Token)
    }

    /// Whose token this is.
    pub(crate) fn role(&self, token: &str) -> Option<Role> {
        if self.owner.is(token) {
            Some(Role::Owner)
        } else if self.lan && self.guest.is(token) {
            Some(Role::Guest)
        } else {
            None
        }
    }

    /// Whether `host:port` names us: by a loopback name, or (on the network) by the address the connection came in on.
    /// A name that merely leads to us, as after DNS rebinding, does not.
    fn is_ours(&self, authority: &str, local: IpAddr) -> bool {
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (host, Some(port)),
            _ => (authority, None),
        };
        let is_port = match port {
            Some(port) => port == self.port.to_string(),
            None => self.port == 80,
        };
        if !is_port {
            return false;
        }
        if host.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let address = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
            Some(inner) => inner.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
            None => host.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
        };
        let loopback = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
        address.is_some_and(|address| loopback.contains(&address) || self.lan && address == local)
    }
}

/// The only value of a header: `None` if there is none, `Some(None)` if it cannot be compared.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<Option<&'a str>> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    Some(if values.next().is_some() { None } else { first.to_str().ok() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    const OURS: [&str; 5] =
        ["127.0.0.1:7777", "localhost:7777", "LOCALHOST:7777", "[::1]:7777", "[0:0:0:0:0:0:0:1]:7777"];
    const OTHERS: [&str; 26] = [
        "",
        "127.0.0.1",
        "localhost",
        "[::1]",
        "127.0.0.1:7778",
        "localhost:80",
        "127.0.0.1:07777",
        "127.0.0.1:7777:7777",
        "127.0.0.2:7777",
        "127.1:7777",
        "0x7f.0.0.1:7777",
        "0177.0.0.1:7777",
        "2130706433:7777",
        "127.evil.com:7777",
        "127.0.0.1.evil.com:7777",
        "localhost.evil.com:7777",
        "evil.com:7777",
        "user@127.0.0.1:7777",
        "127.0.0.1 :7777",
        "0.0.0.0:7777",
        "[::]:7777",
        "::1:7777",
        "[::ffff:127.0.0.1]:7777",
        "192.168.1.5:7777",
        "127.0.0.1:7777/",
        "localhost.:7777",
    ];

    fn guard(lan: bool) -> Guard {
        Guard { port: 7777, lan, owner: Token::fresh(), guest: Token::fresh() }
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        }
        headers
    }

    #[test]
    fn only_our_host_and_origin_come_in_at_any_door() {
        let guard = guard(false);
        let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
        for door in [Door::Pages, Door::Api, Door::Socket] {
            let admit = |host: &str, origin: &str| {
                guard.admit(door, &headers(&[("host", host), ("origin", origin)]), local)
            };
            for host in OURS {
                for origin in OURS {
                    assert_eq!(admit(host, &format!("http://{origin}")), Ok(()), "{host} {origin}");
                    assert_eq!(admit(host, &format!("https://{origin}")), Err(Refusal::Origin));
                    assert_eq!(admit(host, origin), Err(Refusal::Origin));
                }
                for origin in OTHERS {
                    assert_eq!(admit(host, &format!("http://{origin}")), Err(Refusal::Origin), "{origin}");
                }
                assert_eq!(admit(host, "null"), Err(Refusal::Origin));
            }
            for host in OTHERS {
                assert_eq!(admit(host, "http://127.0.0.1:7777"), Err(Refusal::Host), "{host}");
                assert_eq!(admit(host, &format!("http://{host}")), Err(Refusal::Host), "{host}");
            }
            assert_eq!(guard.admit(door, &headers(&[]), local), Err(Refusal::Host));
            let twice = headers(&[("host", OURS[0]), ("host", OURS[0]), ("origin", "http://127.0.0.1:7777")]);
            assert_eq!(guard.admit(door, &twice, local), Err(Refusal::Host));
        }
    }

    #[test]
    fn only_the_socket_needs_an_origin_and_only_pages_may_be_linked_from_elsewhere() {
        let guard = guard(false);
        let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let admit = |door, site: &str| {
            let given = headers(&[("host", OURS[0]), ("sec-fetch-site", site)]);
            guard.admit(door, &given, local)
        };
        assert_eq!(admit(Door::Socket, "same-origin"), Err(Refusal::Origin));
        assert_eq!(admit(Door::Api, "same-origin"), Ok(()));
        assert_eq!(admit(Door::Api, "none"), Ok(()));
        for site in ["cross-site", "same-site", "", "Same-Origin"] {
            assert_eq!(admit(Door::Api, site), Err(Refusal::Site));
            assert_eq!(admit(Door::Pages, site), Ok(()));
        }
    }

    #[test]
    fn a_network_address_is_ours_only_in_a_room_and_only_where_the_connection_came_in() {
        let local = IpAddr::V4(Ipv4Addr::new(192, 168, 1, 5));
        let host = headers(&[("host", "192.168.1.5:7777")]);
        assert_eq!(guard(true).admit(Door::Pages, &host, local), Ok(()));
        assert_eq!(guard(false).admit(Door::Pages, &host, local), Err(Refusal::Host));
        let other = headers(&[("host", "192.168.1.6:7777")]);
        assert_eq!(guard(true).admit(Door::Pages, &other, local), Err(Refusal::Host));
    }

    #[test]
    fn a_token_opens_only_as_a_whole_and_a_guest_only_in_a_room() {
        let (room, alone) = (guard(true), guard(false));
        let bearer = |guard: &Guard, text: &str| guard.bearer(&headers(&[("authorization", text)]));
        assert_eq!(bearer(&room, &format!("Bearer {}", room.owner.text())), Ok(Role::Owner));
        assert_eq!(bearer(&room, &format!("Bearer {}", room.guest.text())), Ok(Role::Guest));
        assert_eq!(bearer(&alone, &format!("Bearer {}", alone.guest.text())), Err(Refusal::Token));
        let owner = room.owner.text();
        for wrong in [
            "",
            "Bearer ",
            owner,
            &format!("bearer {owner}"),
            &format!("Bearer {}", &owner[1..]),
            &format!("Bearer {owner}0"),
            &format!("Bearer {}", owner.to_uppercase() + "x"),
        ] {
            assert_eq!(bearer(&room, wrong), Err(Refusal::Token), "{wrong}");
        }
        assert_eq!(room.bearer(&HeaderMap::new()), Err(Refusal::Token));
        assert_eq!(owner.len(), 32);
    }

    #[test]
    fn the_tokens_of_a_folder_stay_and_only_their_owner_can_read_them() {
        let folder = std::env::temp_dir().join(format!("goren-key-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let texts = || {
            let (owner, guest) = kept_tokens(&folder).unwrap();
            (owner.text().to_owned(), guest.text().to_owned())
        };
        let first = texts();
        assert_eq!(texts(), first);
        assert_ne!(first.0, first.1);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(folder.join("goren.key")).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        for broken in
            ["", "abc\n", &format!("{}\n", first.0), &format!("{}\n{}", first.0.to_uppercase(), first.1)]
        {
            std::fs::write(folder.join("goren.key"), broken).unwrap();
            let fresh = texts();
            assert_ne!(fresh, first, "{broken}");
            assert_eq!(texts(), fresh, "{broken}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn headers_that_are_no_text_are_refused() {
        let guard = guard(false);
        let mut given = headers(&[]);
        given.insert(HOST, HeaderValue::from_bytes(b"127.0.0.1:7777\xff").unwrap());
        let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
        assert_eq!(guard.admit(Door::Pages, &given, local), Err(Refusal::Host));
    }
}
