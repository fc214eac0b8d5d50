//! A finding as it is shown to people: a heading, a few sentences, tables and figures. The report's page and the studio
//! show the same sections.

use crate::chart::Figure;

/// A part of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// A unique word, for links.
    pub id: &'static str,
    /// The heading.
    pub title: String,
    /// What it shows and how it was measured.
    pub intro: String,
    /// Tables and figures, in order.
    pub parts: Vec<Part>,
}

/// A table, a figure or text as it was printed.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A table.
    Table(Table),
    /// Figures that belong beside each other where there is room.
    Figures(Vec<(&'static str, Figure)>),
    /// Text with its line breaks.
    Text(String),
}

/// A table, whose columns all have a heading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What it lists.
    pub caption: String,
    /// The headings.
    pub head: Vec<&'static str>,
    /// The rows; the first cell of each is its heading.
    pub rows: Vec<Row>,
}

/// A row, or a heading above the rows that follow it.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// A heading over all columns.
    Group(String),
    /// One cell for each column.
    Cells(Vec<Cell>),
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// How it is shown.
    pub tone: Tone,
}

/// How a cell is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// A number or a few words: not broken into lines.
    #[default]
    Plain,
    /// A sentence.
    Words,
    /// A quotation.
    Quote,
    /// A command.
    Code,
    /// A good result.
    Good,
    /// A bad one.
    Bad,
    /// One that is neither.
    Faint,
}

impl Tone {
    /// The class in style sheets.
    pub fn class(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Words => "words",
            Tone::Quote => "quote",
            Tone::Code => "code",
            Tone::Good => "good",
            Tone::Bad => "bad",
            Tone::Faint => "faint",
        }
    }

    pub(crate) fn cell(self, text: impl Into<String>) -> Cell {
        Cell { text: text.into(), tone: self }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Tone::Plain.cell(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Tone::Plain.cell(text)
    }
}

impl Section {
    pub(crate) fn new(id: &'static str, title: &str, intro: &str) -> Section {
        Section { id, title: title.to_owned(), intro: intro.to_owned(), parts: Vec::new() }
    }

    pub(crate) fn table(mut self, caption: &str, head: &[&'static str], rows: Vec<Row>) -> Section {
        let caption = caption.to_owned();
        self.parts.push(Part::Table(Table { caption, head: head.to_vec(), rows }));
        self
    }

    pub(crate) fn figures(mut self, figures: Vec<(&'static str, Figure)>) -> Section {
        if !figures.is_empty() {
            self.parts.push(Part::Figures(figures));
        }
        self
    }

    pub(crate) fn text(mut self, text: String) -> Section {
        self.parts.push(Part::Text(text));
        self
    }
}

/// A row of cells.
pub(crate) fn row<const N: usize>(cells: [Cell; N]) -> Row {
    Row::Cells(cells.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_section_stand_in_the_order_in_which_they_were_added() {
        let section = Section::new("id", "Title", "Intro.")
            .figures(Vec::new())
            .table("first", &["a"], vec![row(["1".into()])])
            .text("second".to_owned());
        let [Part::Table(table), Part::Text(text)] = section.parts.as_slice() else {
            panic!("no figures are no part: {:?}", section.parts)
        };
        assert_eq!((table.caption.as_str(), text.as_str()), ("first", "second"));
        assert_eq!(table.rows, [Row::Cells(vec![Cell { text: "1".to_owned(), tone: Tone::Plain }])]);
    }
}
