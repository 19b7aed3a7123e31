//! Flat tables in Parquet: a table is a list of columns, each a name, a kind and how a row fills it.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use crate::record::aside::write_aside;
use crate::record::runfile::RunFile;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Unsigned, 32 bits.
    Count,
    /// A quantity, 32 bits.
    Real,
    /// A time, 64 bits.
    Time,
    /// Yes or no.
    Flag,
    /// UTF-8.
    Text,
}

/// One value of a row.
#[derive(Clone, Copy, Debug)]
pub enum Cell<'a> {
    /// Of a [`Kind::Count`] column.
    Count(u32),
    /// Of a [`Kind::Real`] column.
    Real(f32),
    /// Of a [`Kind::Time`] column.
    Time(f64),
    /// Of a [`Kind::Flag`] column.
    Flag(bool),
    /// Of a [`Kind::Text`] column.
    Text(&'a str),
    /// Nothing to say.
    Null,
}

/// A column of a table with rows of type `R`.
pub struct Column<R> {
    /// Its name, ending in the unit.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Its value in a row.
    pub cell: for<'a> fn(&'a R) -> Cell<'a>,
}

fn refuse(e: ParquetError) -> io::Error {
    io::Error::other(e)
}

fn schema<R>(name: &str, columns: &[Column<R>]) -> Result<TypePtr, ParquetError> {
    let fields = columns.iter().map(|c| {
        let (physical, logical) = match c.kind {
            Kind::Count => (Physical::INT32, Some(LogicalType::integer(32, false))),
            Kind::Real => (Physical::FLOAT, None),
            Kind::Time => (Physical::DOUBLE, None),
            Kind::Flag => (Physical::BOOLEAN, None),
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let field = Type::primitive_type_builder(c.name, physical);
        field.with_logical_type(logical).with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
    });
    let fields = fields.collect::<Result<_, _>>()?;
    Type::group_type_builder(name).with_fields(fields).build().map(Arc::new)
}

/// Writes a table of a run, aside and renamed; `groups` gives its rows, one row group after the other. The
/// number of rows.
///
/// # Errors
/// The file system's.
pub fn write_table<R>(
    run: &RunFile,
    path: &Path,
    name: &str,
    columns: &[Column<R>],
    groups: impl IntoIterator<Item = Vec<R>>,
) -> io::Result<usize> {
    let about = [
        ("schema", format!("fenghuo.{name}/1")),
        ("battle", run.scenario.raw.id.clone()),
        ("overlays", run.scenario.overlays.join(" ")),
        ("seed", run.seed.to_string()),
        ("build", format!("{} {}", run.stamp.version, run.stamp.commit)),
    ];
    let about = about.into_iter().map(|(k, v)| KeyValue::new(format!("fenghuo.{k}"), v)).collect();
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(Default::default()))
        .set_created_by(format!("fenghuo {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(about))
        .build();
    let mut count = 0;
    write_aside(path, |out| {
        let schema = schema(name, columns).map_err(refuse)?;
        let mut file = SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(refuse)?;
        for rows in groups {
            count += rows.len();
            group(&mut file, columns, &rows).map_err(refuse)?;
        }
        file.close().map_err(refuse)?;
        Ok(())
    })?;
    Ok(count)
}

fn group<R, W: Write + Send>(
    file: &mut SerializedFileWriter<W>,
    columns: &[Column<R>],
    rows: &[R],
) -> Result<(), ParquetError> {
    let mut group = file.next_row_group()?;
    for column in columns {
        let Some(mut out) = group.next_column()? else { break };
        let cells = rows.iter().map(column.cell);
        match column.kind {
            // Parquet keeps unsigned numbers in signed ones of the same bits.
            Kind::Count => put::<Int32Type>(&mut out, cells, |c| match c {
                Cell::Count(v) => Some(v as i32),
                _ => None,
            }),
            Kind::Real => put::<FloatType>(&mut out, cells, |c| match c {
                Cell::Real(v) => Some(v),
                _ => None,
            }),
            Kind::Time => put::<DoubleType>(&mut out, cells, |c| match c {
                Cell::Time(v) => Some(v),
                _ => None,
            }),
            Kind::Flag => put::<BoolType>(&mut out, cells, |c| match c {
                Cell::Flag(v) => Some(v),
                _ => None,
            }),
            Kind::Text => put::<ByteArrayType>(&mut out, cells, |c| match c {
                Cell::Text(v) => Some(ByteArray::from(v)),
                _ => None,
            }),
        }?;
        out.close()?;
    }
    group.close()?;
    Ok(())
}

fn put<'a, T: DataType>(
    out: &mut SerializedColumnWriter<'_>,
    cells: impl Iterator<Item = Cell<'a>>,
    value: impl Fn(Cell<'a>) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let (mut values, mut there) = (Vec::new(), Vec::new());
    for cell in cells {
        let v = value(cell);
        there.push(i16::from(v.is_some()));
        values.extend(v);
    }
    out.typed::<T>().write_batch(&values, Some(&there), None)?;
    Ok(())
}
